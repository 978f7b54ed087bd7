/** What a bomb's process needs: the public modules, and the meter, so that memory is measured where a run ends. */
export * as CodeMode from "../../src/CodeMode.ts"
export * as Tool from "../../src/Tool.ts"
export { Machine } from "../../src/interpreter/machine.ts"
