import { hostEngine, type Engine } from "./engine.ts"

/** By the name that `--engine` takes. */
export const engines = { host: hostEngine } satisfies Record<string, Engine>
