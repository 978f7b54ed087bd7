/** Writes the interpreter's generated file. */
import { writeFileSync } from "node:fs"
import { generate } from "../src/interpreter/fused.ts"

writeFileSync(new URL("../src/interpreter/fused.gen.ts", import.meta.url), generate())
