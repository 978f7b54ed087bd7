/** Extensions with a policy, each for a host to opt into: `codemode/capabilities`. */
export { fetch, type FetchOptions } from "./capabilities/fetch.ts"
export type { OriginRule } from "./capabilities/fetchPolicy.ts"
export { output, type OutputOptions } from "./capabilities/output.ts"
export { type Backend, inMemory, store, type StoreOptions } from "./capabilities/store.ts"
export { timers, type TimersOptions } from "./capabilities/timers.ts"
