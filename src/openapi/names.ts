/** The tools' names: from operation ids, else from method and path; the same whatever the order of paths. */

/** What a name is made from. */
export interface Named {
  readonly method: string
  readonly path: string
  readonly operationId: string | undefined
  /** The namespace that grouping puts in front. */
  readonly tag: string | undefined
}

const maxSegment = 128

/** A canonical dotted path for each operation, all different. */
export function nameOperations<T extends Named>(operations: ReadonlyArray<T>): ReadonlyMap<T, string> {
  const wanted = operations.map((operation) => ({ operation, path: wantedPath(operation) }))
  const names = new Map<T, string>()
  const taken = new Set(wanted.map(({ path }) => path))
  const given = new Set<string>()
  const counts = new Map<string, number>()
  // An id that is a name already comes before one that was made into it; then paths and methods decide.
  for (const { operation, path } of wanted.toSorted(
    (a, b) =>
      Number(isExact(b.operation, b.path)) - Number(isExact(a.operation, a.path)) ||
      compare(a.operation.path, b.operation.path) ||
      compare(a.operation.method, b.operation.method),
  )) {
    let name = path
    let count = counts.get(path) ?? 1
    while (given.has(name) || (name !== path && taken.has(name))) name = `${path}_${++count}`
    counts.set(path, count)
    given.add(name)
    names.set(operation, name)
  }
  return names
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const isExact = ({ operationId, tag }: Named, path: string): boolean =>
  path === (tag === undefined ? operationId : `${identifier(tag)}.${operationId}`)

function wantedPath(operation: Named): string {
  const { operationId, tag } = operation
  const segments = (operationId ?? "").split(".").map(identifier).filter((segment) => segment !== "")
  const path = segments.length > 0 ? segments.join(".") : fallback(operation)
  const namespace = tag === undefined ? "" : identifier(tag)
  return namespace === "" ? path : `${namespace}.${path}`
}

/** `GET /users/{id}` is `getUsersById`. */
function fallback({ method, path }: Named): string {
  const words = path
    .replace(/[?#].*$/s, "")
    .split(/(\{[^{}]*\})|\//)
    .flatMap((part) => (part === undefined ? [] : part.startsWith("{") ? ["by", part] : [part]))
    .flatMap((part) => part.split(/[^\p{ID_Continue}]+|_+/u))
    .filter((word) => word !== "")
  const name = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join("")
  return identifier(method.toLowerCase() + (name === "" ? "Root" : name))
}

/** A JavaScript identifier: what cannot be in one becomes `_`, inside, and is dropped at the edges. */
export function identifier(text: string): string {
  const name = text
    .normalize("NFC")
    .replace(/[^\p{ID_Continue}$]+/gu, "-")
    .replace(/^-|-$/g, "")
    .replaceAll("-", "_")
  const short = name.length > maxSegment ? [...name.slice(0, 2 * maxSegment)].slice(0, maxSegment).join("") : name
  return short === "" || /^[\p{ID_Start}$_]/u.test(short) ? short : `_${short}`
}

/** What stands in messages for an operation: never a full URL, which could hold a secret. */
export const operationLabel = (method: string, path: string): string =>
  `${method} ${path.length > 120 ? `${path.slice(0, 119)}…` : path}`

