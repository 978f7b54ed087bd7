/** Tools over the packages that are really installed below a `node_modules` folder. */
import { readdir, readFile, stat } from "node:fs/promises"
import { join, normalize, sep } from "node:path"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Namespace, Tool, toolError } from "codemode"

const Package = Schema.Struct({
  /** Where it stands, relative to `node_modules`. */
  path: Schema.String,
  name: Schema.String,
})

/** Counts the bytes that tools hand to the program. */
export interface Counter {
  bytes: number
}

/** What a tool read, counted. */
function counted<A>(counter: Counter, read: () => Promise<A>): Effect.Effect<A, unknown> {
  return Effect.tryPromise({
    try: read,
    catch: (cause) => toolError(`This cannot be read: ${(cause as Error).message}`, cause),
  }).pipe(Effect.tap((value) => Effect.sync(() => (counter.bytes += JSON.stringify(value).length))))
}

/** A path inside a package; an argument that leaves `node_modules` is refused. */
function inside(root: string, path: string): string {
  const full = normalize(join(root, path))
  if (full !== root && !full.startsWith(root + sep)) throw new Error(`${path} is not inside node_modules`)
  return full
}

async function folders(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true })
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith("."))
    .map((entry) => entry.name)
}

/** Every package below a `node_modules` folder, nested ones included. */
async function packagesIn(root: string, prefix = ""): Promise<Array<{ path: string; name: string }>> {
  const found: Array<{ path: string; name: string }> = []
  for (const folder of await folders(join(root, prefix))) {
    const names = folder.startsWith("@")
      ? (await folders(join(root, prefix, folder))).map((name) => `${folder}/${name}`)
      : [folder]
    for (const name of names) {
      const path = prefix + name
      const entries = await readdir(join(root, path))
      if (!entries.includes("package.json")) continue
      found.push({ path, name })
      if (entries.includes("node_modules")) found.push(...(await packagesIn(root, `${path}/node_modules/`)))
    }
  }
  return found
}

/** Files of one package, without the packages nested in it. */
async function filesIn(folder: string, prefix = ""): Promise<Array<{ path: string; bytes: number }>> {
  const found: Array<{ path: string; bytes: number }> = []
  for (const entry of await readdir(join(folder, prefix), { withFileTypes: true })) {
    if (entry.isDirectory() && entry.name !== "node_modules")
      found.push(...(await filesIn(folder, `${prefix}${entry.name}/`)))
    else if (entry.isFile()) {
      const path = prefix + entry.name
      found.push({ path, bytes: (await stat(join(folder, path))).size })
    }
  }
  return found
}

export function packageTools(root: string, counter: Counter) {
  return {
    packages: Namespace.make({
      description: "The npm packages that are installed here.",
      tools: {
        list: Tool.make({
          description: "Lists every installed package, nested ones included.",
          input: Schema.Struct({}),
          output: Schema.Array(Package),
          execute: () => counted(counter, () => packagesIn(root)),
        }),
        manifest: Tool.make({
          description: "Reads the package.json of one package.",
          input: Schema.Struct({ path: Schema.String.annotate({ description: "as `list` gives it" }) }),
          output: { type: "object" },
          execute: ({ path }) =>
            counted(counter, async () =>
              JSON.parse(await readFile(inside(root, join(path, "package.json")), "utf8")),
            ),
        }),
        files: Tool.make({
          description: "Lists the files of one package with their sizes in bytes.",
          input: Schema.Struct({ path: Schema.String }),
          output: Schema.Array(Schema.Struct({ path: Schema.String, bytes: Schema.Number })),
          execute: ({ path }) => counted(counter, () => filesIn(inside(root, path))),
        }),
        read: Tool.make({
          description: "Reads one text file of a package.",
          input: Schema.Struct({ path: Schema.String, file: Schema.String }),
          output: Schema.String,
          execute: ({ path, file }) =>
            counted(counter, () => readFile(inside(root, join(path, file)), "utf8")),
        }),
      },
    }),
  }
}
