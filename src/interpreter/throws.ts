/** Every error the interpreter throws: V8's sentences, in one table. Owns the making of error objects and their traces. */
import { CHARACTER_BYTES, ERROR_BYTES, OBJECT_BYTES, SLOT_BYTES, TRACE_LINE_BYTES } from "../objects/meter.ts"
import { type JSObject, JSObject as ObjectClass, Kind } from "../objects/object.ts"
import { HIDDEN } from "../objects/shape.ts"
import type { ABRUPT, Value } from "../objects/value.ts"
import type { Unit } from "./code.ts"
import type { Machine } from "./machine.ts"

export type ErrorName =
  | "Error"
  | "EvalError"
  | "RangeError"
  | "ReferenceError"
  | "SyntaxError"
  | "TypeError"
  | "URIError"
  | "AggregateError"

/** One line of `stack`: a function of a unit, and where it stood. */
export class TraceLine {
  readonly unit: Unit
  readonly functionName: string
  readonly position: number
  constructor(unit: Unit, functionName: string, position: number) {
    this.unit = unit
    this.functionName = functionName
    this.position = position
  }
}

/** [[ErrorData]]: where the error was made, and where it was first thrown. */
export class ErrorSlots {
  readonly trace: TraceLine[]
  thrownAt: TraceLine | null = null
  constructor(trace: TraceLine[]) {
    this.trace = trace
  }
}

const MAX_TRACE_LINES = 10
/** Activations that are looked at: those of built-ins are not shown. */
const MAX_TRACED = 1_000

/** The program's activations, innermost first. */
export function trace(machine: Machine): TraceLine[] {
  let lines: TraceLine[] = []
  let frame = machine.current
  for (let left = MAX_TRACED; frame !== null && left > 0 && lines.length < MAX_TRACE_LINES; left--) {
    if (frame.code.unit.visible) {
      const line = new TraceLine(frame.code.unit, frame.code.name, frame.position)
      // a list that grows takes room for many
      if (lines.length === 0) lines = [line]
      else lines.push(line)
    }
    frame = frame.caller
  }
  return lines
}

export function newErrorObject(machine: Machine, prototype: JSObject): JSObject {
  const lines = trace(machine)
  machine.meter.used += OBJECT_BYTES + ERROR_BYTES + lines.length * TRACE_LINE_BYTES
  return new ObjectClass(machine.realm.shapeFor(prototype), [], Kind.Error, new ErrorSlots(lines))
}

export function newError(machine: Machine, name: ErrorName, message: string): JSObject {
  const error = newErrorObject(machine, machine.realm.intrinsic(`${name}.prototype`))
  error.shape = error.shape.add("message", HIDDEN)
  error.slots = [message]
  machine.meter.used += SLOT_BYTES + message.length * CHARACTER_BYTES
  return error
}

/** Throws any value, noting where an error was thrown first. */
export function throwValue(machine: Machine, value: Value): typeof ABRUPT {
  if (typeof value === "object" && value !== null && value.kind === Kind.Error) {
    const slots = (value as JSObject).data as ErrorSlots
    slots.thrownAt ??= trace(machine)[0] ?? null
  }
  return machine.throw(value)
}

export function throwError(machine: Machine, name: ErrorName, message: string): typeof ABRUPT {
  return throwValue(machine, newError(machine, name, message))
}
export function throwTypeError(machine: Machine, message: string): typeof ABRUPT {
  return throwError(machine, "TypeError", message)
}
export function throwRangeError(machine: Machine, message: string): typeof ABRUPT {
  return throwError(machine, "RangeError", message)
}
export function throwReferenceError(machine: Machine, message: string): typeof ABRUPT {
  return throwError(machine, "ReferenceError", message)
}
export function throwSyntaxError(machine: Machine, message: string): typeof ABRUPT {
  return throwError(machine, "SyntaxError", message)
}

/** V8's sentences. A function makes each from already rendered parts. */
export const messages = {
  notFunction: (text: string) => `${text} is not a function`,
  notConstructor: (text: string) => `${text} is not a constructor`,
  notIterable: (text: string) => `${text} is not iterable`,
  notAsyncIterable: (text: string) => `${text} is not async iterable`,
  notDefined: (name: string) => `${name} is not defined`,
  beforeInitialization: (name: string) => `Cannot access '${name}' before initialization`,
  constantAssignment: "Assignment to constant variable.",
  readOf: (base: string, key: string | null) =>
    `Cannot read properties of ${base}${key === null ? "" : ` (reading '${key}')`}`,
  setOf: (base: string, key: string | null) =>
    `Cannot set properties of ${base}${key === null ? "" : ` (setting '${key}')`}`,
  convertToObject: "Cannot convert undefined or null to object",
  convertToPrimitive: "Cannot convert object to primitive value",
  symbolToString: "Cannot convert a Symbol value to a string",
  symbolToNumber: "Cannot convert a Symbol value to a number",
  bigintToNumber: "Cannot convert a BigInt value to a number",
  mixBigint: "Cannot mix BigInt and other types, use explicit conversions",
  readOnly: (key: string, object: string, type = "object") =>
    `Cannot assign to read only property '${key}' of ${type} '${object}'`,
  getterOnly: (key: string, object: string) =>
    `Cannot set property ${key} of ${object} which has only a getter`,
  notExtensible: (key: string) => `Cannot add property ${key}, object is not extensible`,
  createOnPrimitive: (key: string, type: string, value: string) =>
    `Cannot create property '${key}' on ${type} '${value}'`,
  cannotDefine: (key: string) => `Cannot define property ${key}, object is not extensible`,
  cannotDelete: (key: string, object: string) => `Cannot delete property '${key}' of ${object}`,
  cannotRedefine: (key: string) => `Cannot redefine property: ${key}`,
  invalidArrayLength: "Invalid array length",
  stackOverflow: "Maximum call stack size exceeded",
  classWithoutNew: (name: string) =>
    `${name === "" ? "Class constructors" : `Class constructor ${name}`} cannot be invoked without 'new'`,
  derivedReturn: "Derived constructors may only return object or undefined",
  thisNotInitialized:
    "Must call super constructor in derived class before accessing 'this' or returning from derived constructor",
  superTwice: "Super constructor may only be called once",
  instanceOfObject: "Right-hand side of 'instanceof' is not callable",
  instanceOfNonObject: "Right-hand side of 'instanceof' is not an object",
  inOfNonObject: (key: string, value: string) =>
    `Cannot use 'in' operator to search for '${key}' in ${value}`,
  classExtends: (text: string) => `Class extends value ${text} is not a constructor or null`,
  readPrivate: (name: string) =>
    `Cannot read private member #${name} from an object whose class did not declare it`,
  writePrivate: (name: string) =>
    `Cannot write private member #${name} to an object whose class did not declare it`,
  receiver: (owner: string) => `Receiver must be ${owner}`,
  privateWithout: (name: string, half: "getter" | "setter") => `'#${name}' was defined without a ${half}`,
  privateMethodWrite: (name: string) => `Private method '#${name}' is not writable`,
  privateTwice: (what: string) => `Cannot initialize ${what} twice on the same object`,
  noThrowMethod: "The iterator does not provide a 'throw' method.",
  generatorRunning: "Generator is already running",
  iteratorResult: (text: string) => `Iterator result ${text} is not an object`,
  incompatible: (method: string, receiver: string) =>
    `Method ${method} called on incompatible receiver ${receiver}`,
  requiresNew: (name: string) => `Constructor ${name} requires 'new'`,
  invalidStringLength: "Invalid string length",
} as const
