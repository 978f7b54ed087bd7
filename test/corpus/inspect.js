/**
 * Guest code: shows a value as a person would write it, without running the value's own code. It distinguishes -0,
 * holes, accessors, attributes of arrays, and kinds of objects. Works on any engine and needs only what the value needs.
 */
const __inspect = (() => {
  const { getOwnPropertyDescriptor, getPrototypeOf, prototype: objectPrototype } = Object
  const { isArray } = Array
  const { stringify } = JSON
  const { ownKeys, apply } = Reflect
  const own = objectPrototype.hasOwnProperty
  const hasInstance = Function.prototype[Symbol.hasInstance]
  const identifier = (text) => {
    for (let i = 0; i < text.length; i++) {
      const c = text[i]
      const isLetter =
        (c >= "a" && c <= "z") || (c >= "A" && c <= "Z") || c === "_" || c === "$" || c > "\x7f"
      if (!isLetter && !(i > 0 && c >= "0" && c <= "9")) return false
    }
    return text !== ""
  }
  const isA = (value, name) => name in intrinsics && apply(hasInstance, intrinsics[name], [value])
  const intrinsics = {
    __proto__: null,
    Error,
    Function,
    Map: typeof Map === "undefined" ? Function : Map,
    Set: typeof Set === "undefined" ? Function : Set,
    Date: typeof Date === "undefined" ? Function : Date,
    RegExp: typeof RegExp === "undefined" ? Function : RegExp,
    Boolean,
    Number,
    String,
    Symbol,
    BigInt: typeof BigInt === "undefined" ? Function : BigInt,
    ArrayBuffer: typeof ArrayBuffer === "undefined" ? Function : ArrayBuffer,
    TypedArray: typeof Int8Array === "undefined" ? Function : getPrototypeOf(Int8Array),
  }
  const methods = {
    eachOfMap: typeof Map === "undefined" ? null : Map.prototype.forEach,
    eachOfSet: typeof Set === "undefined" ? null : Set.prototype.forEach,
    getTime: typeof Date === "undefined" ? null : Date.prototype.getTime,
    toISOString: typeof Date === "undefined" ? null : Date.prototype.toISOString,
    regExpToString: typeof RegExp === "undefined" ? null : RegExp.prototype.toString,
    sliceBuffer: typeof ArrayBuffer === "undefined" ? null : ArrayBuffer.prototype.slice,
    symbolToString: Symbol.prototype.toString,
    objectToString: objectPrototype.toString,
  }

  const key = (name) => {
    if (typeof name === "symbol") return "[" + apply(methods.symbolToString, name, []) + "]"
    return identifier(name) ? name : stringify(name)
  }
  /** the name of the nearest constructor, read without running a getter */
  const constructorName = (value) => {
    for (let at = getPrototypeOf(value); at !== null; at = getPrototypeOf(at)) {
      const found = getOwnPropertyDescriptor(at, "constructor")
      if (found === undefined) continue
      if (typeof found.value !== "function") return ""
      const name = getOwnPropertyDescriptor(found.value, "name")
      return name !== undefined && typeof name.value === "string" ? name.value : ""
    }
    return null
  }
  const isIndex = (name, length) => {
    if (typeof name !== "string") return false
    const index = +name
    return index >= 0 && index < length && "" + index === name
  }
  const fields = (value, seen, skips, shows) => {
    let out = ""
    for (const name of ownKeys(value)) {
      const found = getOwnPropertyDescriptor(value, name)
      if (found === undefined || skips(name) || (!found.enumerable && !shows(name))) continue
      if (out !== "") out += ", "
      out += key(name) + ": "
      if (apply(own, found, ["value"])) out += show(found.value, seen)
      else out += found.get === undefined ? "[set]" : found.set === undefined ? "[get]" : "[get/set]"
    }
    return out
  }
  const never = () => false
  const braces = (inner) => (inner === "" ? "{}" : "{ " + inner + " }")
  const join = (left, right) => (left === "" || right === "" ? left + right : left + ", " + right)

  const showArray = (value, seen, length) => {
    let out = ""
    for (let i = 0; i < length; i++) {
      const found = getOwnPropertyDescriptor(value, "" + i)
      if (i > 0) out += ", "
      if (found === undefined) out += i === length - 1 ? "," : ""
      else if (apply(own, found, ["value"])) out += show(found.value, seen)
      else out += found.set === undefined ? "[get]" : "[get/set]"
    }
    const extra = fields(value, seen, (name) => name === "length" || isIndex(name, length), never)
    return "[" + join(out, extra) + "]"
  }
  const showError = (value, seen) => {
    const extra = fields(
      value,
      seen,
      (name) => name === "stack",
      (name) => name === "cause" || name === "errors",
    )
    return "[" + errorText(value) + (extra === "" ? "" : " { " + extra + " }") + "]"
  }
  const errorText = (value) => {
    const { name, message } = value
    if (typeof name !== "string" || typeof message !== "string") return "Error"
    return name === "" || message === "" ? name + message : name + ": " + message
  }
  const prefixed = (value, name, text) => {
    const actual = constructorName(value)
    return actual === name ? text : (actual === null ? "null" : actual) + " " + text
  }
  const showMap = (value, seen) => {
    let out = ""
    apply(methods.eachOfMap, value, [
      (item, itsKey) => {
        out = join(out, show(itsKey, seen) + " => " + show(item, seen))
      },
    ])
    return braces(join(out, fields(value, seen, never, never)))
  }
  const showSet = (value, seen) => {
    let out = ""
    apply(methods.eachOfSet, value, [
      (item) => {
        out = join(out, show(item, seen))
      },
    ])
    return braces(join(out, fields(value, seen, never, never)))
  }
  const showDate = (value) => {
    const timeMs = apply(methods.getTime, value, [])
    return "Date(" + (timeMs !== timeMs ? "Invalid" : apply(methods.toISOString, value, [])) + ")"
  }
  const showFunction = (value, seen) => {
    const found = getOwnPropertyDescriptor(value, "name")
    const name = found !== undefined && typeof found.value === "string" ? found.value : ""
    const extra = fields(value, seen, never, never)
    return "[function" + (name === "" ? "" : " " + name) + "]" + (extra === "" ? "" : " { " + extra + " }")
  }
  const showBoxed = (value, name, seen) => {
    const text = show(intrinsics[name].prototype.valueOf.call(value), seen)
    const skips = name === "String" ? (it) => it === "length" || isIndex(it, value.length) : never
    return "[" + name + ": " + join(text, fields(value, seen, skips, never)) + "]"
  }
  const showOther = (value, seen) => {
    const name = constructorName(value)
    const tag = apply(methods.objectToString, value, [])
    const tagName = tag.slice(8, -1)
    const text = braces(fields(value, seen, never, never))
    if (name === null) return "null " + text
    if (tagName !== "Object" && tagName !== name) return "[" + tagName + "] " + text
    return name === "Object" || name === "" ? text : name + " " + text
  }
  const showObject = (value, seen) => {
    if (isArray(value)) return prefixed(value, "Array", showArray(value, seen, value.length))
    if (isA(value, "Error")) return showError(value, seen)
    if (isA(value, "Map")) return constructorName(value) + " " + showMap(value, seen)
    if (isA(value, "Set")) return constructorName(value) + " " + showSet(value, seen)
    if (isA(value, "Date")) return prefixed(value, "Date", showDate(value))
    if (isA(value, "RegExp")) return prefixed(value, "RegExp", apply(methods.regExpToString, value, []))
    if (isA(value, "TypedArray")) return constructorName(value) + " " + showArray(value, seen, value.length)
    if (isA(value, "ArrayBuffer")) return "ArrayBuffer(" + value.byteLength + ")"
    for (const name of ["Number", "String", "Boolean", "Symbol", "BigInt"]) {
      if (isA(value, name)) return showBoxed(value, name, seen)
    }
    return showOther(value, seen)
  }
  const show = (value, seen) => {
    switch (typeof value) {
      case "string":
        return stringify(value)
      case "number":
        return value === 0 && 1 / value < 0 ? "-0" : "" + value
      case "bigint":
        return "" + value + "n"
      case "symbol":
        return apply(methods.symbolToString, value, [])
      case "function":
        return showFunction(value, seen)
      case "object":
        break
      default:
        return "" + value
    }
    if (value === null) return "null"
    for (let at = seen; at !== null; at = at.next) if (at.value === value) return "[Circular]"
    const inner = { value, next: seen }
    try {
      return showObject(value, inner)
    } catch {
      return showOther(value, inner)
    }
  }
  return {
    value: (value) => "=> " + show(value, null),
    error: (value) =>
      "! " +
      (typeof value === "object" && value !== null && isA(value, "Error")
        ? errorText(value)
        : show(value, null)),
  }
})()
