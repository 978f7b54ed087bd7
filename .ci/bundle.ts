/**
 * Bundles entries for Node, with shared chunks. How long a process takes to its first result is how much code it has to
 * find, read and parse: so bundles are minified and hold the dependencies that every program needs. Effect stays the
 * host's, and TypeScript an import of the program that needs it. Rollup leaves a module's `const` as it is; where bundlers
 * make it a `var`, V8 loads each sentinel and each table anew, and compares them by a call.
 */
import { dirname } from "node:path"
import { rollup } from "rollup"

/** Dependencies that bundles hold. */
export const bundled = ["@eslint-community/regexpp", "@noble/hashes", "acorn"]

const typescript = new Bun.Transpiler({ loader: "ts", target: "node" })
/** `minify` is an option of Bun's that its types leave out. */
const minifier = new Bun.Transpiler({ loader: "js", target: "node", minify: true } as Bun.TranspilerOptions)

/** `entries` are absolute paths by what their bundle is called in the directory. */
export async function bundle(entries: Readonly<Record<string, string>>, directory: string): Promise<void> {
  const bundles = await rollup({
    input: entries,
    external: (name) => !/^[./]/.test(name) && !isBundled(name),
    plugins: [
      {
        name: "codemode",
        resolveId: (name, importer) => (isBundled(name) ? Bun.resolveSync(name, dirname(importer!)) : null),
        transform: (code, path) =>
          path.endsWith(".ts") ? { code: typescript.transformSync(code), map: null } : null,
        renderChunk: (code) => ({ code: inAscii(minifier.transformSync(code)), map: null }),
      },
    ],
    onwarn(warning, warn) {
      if (warning.code !== "CIRCULAR_DEPENDENCY") warn(warning)
    },
  })
  await bundles.write({ dir: directory, format: "es", chunkFileNames: "chunks/[name]-[hash].js" })
}

function isBundled(name: string): boolean {
  return bundled.some((dependency) => name === dependency || name.startsWith(`${dependency}/`))
}

/** One character above ASCII makes an engine keep and scan the whole file in two bytes a character. */
function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
}
