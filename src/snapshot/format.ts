/**
 * The byte format of a saved machine: what each tag means. First come the numbers of records and of texts and the length of
 * all long texts, which stand together at the end. Values are one byte and what follows; records of every class are numbered
 * in the order of their first mention, where their class stands, and their contents follow in the same order.
 */

/** Written before the contents; changes with the meaning of any byte. */
export const FORMAT_VERSION = 3

/** The bytes are none that this build wrote, or not what the run that they claim to be could have been. */
export class MalformedError extends Error {
  override readonly name = "MalformedError"
}

export function malformed(message: string): never {
  throw new MalformedError(message)
}

/** Something in the machine has no saved form: a defect of ours, or a host object without `snapshot`. */
export class UnsavableError extends Error {
  override readonly name = "UnsavableError"
}

/** What a byte in the place of a value says. */
export const Tag = {
  Undefined: 0,
  Null: 1,
  True: 2,
  False: 3,
  /** A signed varint. */
  Integer: 4,
  /** Eight bytes, little-endian. */
  Double: 5,
  /** Sign, then hexadecimal digits as a string. */
  BigInt: 6,
  /** Length of a long text in bytes below 128, the next of those at the end: the host reads them in one go. */
  Ascii: 7,
  /** Length and one byte for each UTF-16 unit. */
  Latin1: 8,
  /** Length and two bytes for each UTF-16 unit. */
  Utf16: 9,
  /** A string seen before, by number. */
  StringRef: 10,
  /** A record seen before, by its distance from the last one. */
  Ref: 11,
  /** One of the interpreter's sentinels, by number. */
  Sentinel: 12,

  // a new record follows
  List: 13,
  Record: 14,
  Kind: 15,
  Object: 16,
  /** A built-in object by the standard's name. */
  Intrinsic: 17,
  /** The one function object of a built-in, by path. */
  Function: 18,
  /** A built-in function with captured state, by path. */
  Native: 19,
  Frame: 20,
  NativeFrame: 21,
  /** A function's code: its unit and the preorder number of its node. */
  Code: 22,
  Unit: 23,
  Symbol: 24,
  WellKnownSymbol: 25,
  RegisteredSymbol: 26,
  Bytes: 27,
  /** The entries of a map or a set, in order. */
  Collection: 28,
  /** An entry of some collection: which one, all entries that are mentioned say at the end. */
  Entry: 29,
} as const

/** Small integers, strings and records that need no further byte: first byte and count. */
export const SMALL_INTEGERS = { first: 0x20, count: 0x40 } as const
export const SMALL_STRINGS = { first: 0x60, count: 0x40 } as const
export const SMALL_REFS = { first: 0xa0, count: 0x60 } as const

/** Bits of a shape's first byte. */
export const ShapeBit = { Lazy: 1, Dictionary: 2, Sealed: 4, OtherAttributes: 8 } as const

/** Well-known symbols, ECMA-262 table 1, by their number in the format. */
export const wellKnownSymbols: readonly symbol[] = [
  Symbol.asyncIterator,
  Symbol.hasInstance,
  Symbol.isConcatSpreadable,
  Symbol.iterator,
  Symbol.match,
  Symbol.matchAll,
  Symbol.replace,
  Symbol.search,
  Symbol.species,
  Symbol.split,
  Symbol.toPrimitive,
  Symbol.toStringTag,
  Symbol.unscopables,
]
