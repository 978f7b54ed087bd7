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
/** An operation id with more dots than this is one name. */
const maxSegments = 16

/** A canonical dotted path for each operation, all different. */
export function nameOperations<T extends Named>(operations: ReadonlyArray<T>): ReadonlyMap<T, string> {
  const wanted = new Map<string, Array<T>>()
  for (const operation of operations) {
    const path = wantedPath(operation)
    const same = wanted.get(path)
    if (same === undefined) wanted.set(path, [operation])
    else same.push(operation)
  }
  const names = new Map<T, string>()
  const given = new Set(wanted.keys())
  for (const [path, same] of wanted) {
    const [first, ...others] = same.length === 1 ? same : same.toSorted(precedence(path))
    names.set(first!, path)
    let count = 2
    for (const operation of others) {
      while (given.has(`${path}_${count}`)) count++
      given.add(`${path}_${count}`)
      names.set(operation, `${path}_${count}`)
    }
  }
  return names
}

/** Of operations that want one name: an id that is the name already comes before one that was made into it; then paths and methods decide. */
const precedence =
  (name: string) =>
  (a: Named, b: Named): number =>
    Number(isExact(b, name)) - Number(isExact(a, name)) ||
    compare(a.path, b.path) ||
    compare(a.method, b.method)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const isExact = ({ operationId, tag }: Named, path: string): boolean =>
  path === (tag === undefined ? operationId : `${identifier(tag)}.${operationId}`)

function wantedPath(operation: Named): string {
  const { operationId, tag } = operation
  const parts = (operationId ?? "").split(".")
  const segments = (parts.length > maxSegments ? [operationId!] : parts)
    .map(identifier)
    .filter((segment) => segment !== "")
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
  if (/^[A-Za-z_$][\w$]*$/.test(text) && text.length <= maxSegment) return text
  const name = text
    .normalize("NFC")
    .replace(/(?:[^\p{ID_Continue}$]|\p{Default_Ignorable_Code_Point})+/gu, "-")
    .replace(/^-|-$/g, "")
    .replaceAll("-", "_")
  const short =
    name.length > maxSegment
      ? Array.from(name.slice(0, 2 * maxSegment))
          .slice(0, maxSegment)
          .join("")
      : name
  return short === "" || /^[\p{ID_Start}$_]/u.test(short) ? short : `_${short}`
}

/** What stands in messages for an operation: never a full URL, which could hold a secret. */
export const operationLabel = (method: string, path: string): string =>
  `${method} ${path.length > 120 ? `${path.slice(0, 119)}…` : path}`
