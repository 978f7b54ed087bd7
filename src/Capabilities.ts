/** Extensions with a policy, each for a host to opt into: `codemode/capabilities`. */
export { output, type OutputOptions } from "./capabilities/output.ts"
export { type Backend, inMemory, store, type StoreOptions } from "./capabilities/store.ts"
export { timers, type TimersOptions } from "./capabilities/timers.ts"
