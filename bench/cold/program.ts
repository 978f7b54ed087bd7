/** A process that runs one program once, with one interpreter, and prints the milliseconds. */
import { readFileSync } from "node:fs"
import { codemode, quickjs } from "../peers.ts"

const [name, path] = process.argv.slice(2)
const peer = [codemode, quickjs].find((peer) => peer.name === name)!
const source = readFileSync(path!, "utf8")
const startMs = performance.now()
await peer.run(source)
console.log(performance.now() - startMs)
