/** Typed arrays that take more: the same array while it has room, else its content in one twice as long. */
type Growable = Uint16Array | Uint32Array | Int32Array

export function grown<A extends Growable>(array: A, length: number): A {
  if (length <= array.length) return array
  const longer = new (array.constructor as new (length: number) => A)(Math.max(length, array.length * 2))
  longer.set(array)
  return longer
}
