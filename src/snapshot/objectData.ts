/** Which internal slots each kind of object has. */
import {
  BufferSlots,
  DataViewSlots,
  elementTypes,
  type ElementType,
  TypedArraySlots,
} from "../objects/buffer.ts"
import { Collection } from "../objects/collection.ts"
import { BoundFunction, Closure, NativeFunction, ProxySlots } from "../objects/function.ts"
import { kinds } from "../objects/kinds.ts"
import { CALLABLE, type JSObject, Kind } from "../objects/object.ts"
import { PromiseSlots } from "../objects/promise.ts"
import { SlowArrayLength } from "../objects/properties.ts"
import { RegExpSlots } from "../objects/regExpSlots.ts"
import { GeneratorSlots } from "../interpreter/generators.ts"
import { ErrorSlots } from "../interpreter/throws.ts"
import { ToolSlots } from "../interpreter/tools.ts"
import { malformed } from "./format.ts"

type Class = abstract new (...args: never) => object

const of =
  (dataClass: Class) =>
  (data: unknown): boolean =>
    data instanceof dataClass
const typed =
  (type: string) =>
  (data: unknown): boolean =>
    typeof data === type
/** None, or those of some declared class: the built-ins that use them look which. */
const any = (data: unknown): boolean =>
  data === null || (typeof data === "object" && kinds.has(data.constructor))

const rules: Readonly<Record<number, (data: unknown) => boolean>> = {
  [Kind.Ordinary]: any,
  [Kind.Error]: of(ErrorSlots),
  [Kind.Boolean]: typed("boolean"),
  [Kind.Number]: typed("number"),
  [Kind.Symbol]: typed("symbol"),
  [Kind.BigInt]: typed("bigint"),
  [Kind.Date]: typed("number"),
  [Kind.RegExp]: of(RegExpSlots),
  [Kind.Map]: of(Collection),
  [Kind.Set]: of(Collection),
  [Kind.WeakMap]: of(Collection),
  [Kind.WeakSet]: of(Collection),
  [Kind.Promise]: of(PromiseSlots),
  [Kind.Generator]: of(GeneratorSlots),
  [Kind.AsyncGenerator]: of(GeneratorSlots),
  [Kind.ArrayBuffer]: of(BufferSlots),
  [Kind.DataView]: of(DataViewSlots),
  [Kind.Iterator]: any,
  [Kind.Platform]: any,
  [Kind.RawJSON]: any,
  [Kind.Arguments]: any,
  [Kind.Closure]: of(Closure),
  [Kind.Native]: of(NativeFunction),
  [Kind.Bound]: of(BoundFunction),
  [Kind.Array]: Array.isArray,
  [Kind.SlowArray]: of(SlowArrayLength),
  [Kind.String]: typed("string"),
  [Kind.TypedArray]: of(TypedArraySlots),
  [Kind.Proxy]: of(ProxySlots),
  [Kind.Tool]: of(ToolSlots),
  [Kind.CallableProxy]: of(ProxySlots),
}

export function isObjectKind(kind: number): kind is Kind {
  return kind in rules && kind !== Kind.Native
}

/** Refuses an object whose internal slots are not those of its kind, or are such as no program could have made. */
export function checkData(object: JSObject): void {
  const { kind, data } = object
  if (!rules[kind]!(data)) malformed(`an object of kind ${kind} has other internal slots`)
  if (data instanceof TypedArraySlots) checkView(data, elementTypes.includes(data.type as ElementType))
  else if (data instanceof DataViewSlots) checkView(data, true)
  else if (data instanceof BoundFunction && (data.target.kind & CALLABLE) === 0)
    malformed("a bound function calls nothing")
  else if (data instanceof SlowArrayLength) checkLength(data.value)
  else if (data instanceof BufferSlots && data.maxByteLength !== null) checkLength(data.maxByteLength)
}

function checkView(
  { buffer, byteOffset, fixedLength }: TypedArraySlots | DataViewSlots,
  isTyped: boolean,
): void {
  if (!isTyped || buffer.kind !== Kind.ArrayBuffer) malformed("a view looks at nothing")
  checkLength(byteOffset)
  if (fixedLength !== null) checkLength(fixedLength)
}

function checkLength(value: number): void {
  if (!Number.isSafeInteger(value) || value < 0) malformed("a length is none")
}
