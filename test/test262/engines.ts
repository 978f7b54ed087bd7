import { codemodeEngine } from "./codemode.ts"
import { hostEngine, type Engine } from "./engine.ts"

/** By the name that `--engine` takes. */
export const engines = { host: hostEngine, codemode: codemodeEngine } satisfies Record<string, Engine>
