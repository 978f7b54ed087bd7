/** Writes every generated file: `npm run generate`. */
import { writeFileSync } from "node:fs"
import { fusedSource } from "../src/interpreter/fused.ts"
import { buildSource } from "./buildHash.ts"
import { supportPage } from "./support.ts"

writeFileSync(new URL("../src/interpreter/fused.gen.ts", import.meta.url), fusedSource())
writeFileSync(new URL("../src/snapshot/build.gen.ts", import.meta.url), buildSource())
writeFileSync(new URL("../interpreter-support.md", import.meta.url), await supportPage())
