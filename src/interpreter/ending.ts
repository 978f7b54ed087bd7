/**
 * The last native frames of a run: the program's value reduced, or what it threw described, then handed to the host.
 * Runs as a reaction to the program's promise, so that everything queued before is done and nothing after it.
 */
import { isObject, type JSObject, Kind } from "../objects/object.ts"
import { Reaction } from "../objects/promise.ts"
import { ABRUPT, type Completion, type Value } from "../objects/value.ts"
import { leaveNative } from "./call.ts"
import { dataProperty } from "./describe.ts"
import type { NativeFrame } from "./frame.ts"
import { get } from "./internal.ts"
import { type HostRequest, type Machine, Mode } from "./machine.ts"
import { type NativeEntry, nativeFunction } from "./native.ts"
import { steps } from "./steps.ts"
import { toString } from "./operations.ts"
import { type Reduced, reduce } from "./plain.ts"
import { performThen } from "./promises.ts"
import { ErrorSlots, type TraceLine } from "./throws.ts"

/** The program returned. */
export interface ResultRequest extends HostRequest {
  readonly type: "result"
  readonly reduced: Reduced
}

/** The program threw, or making its result plain did. */
export interface ThrownRequest extends HostRequest {
  readonly type: "thrown"
  readonly thrown: Thrown
}

/** What was thrown, in words. */
export class Thrown {
  /** Of an error; null of any other value. */
  readonly name: string | null
  readonly message: string
  /** Of any other value: plain data, if it can be that. */
  readonly data: Value
  readonly place: TraceLine | null
  /** Of a failed call: what kind of failure, and of which tool. */
  readonly kind: string | null
  readonly tool: string | null

  constructor(fields: Thrown) {
    this.name = fields.name
    this.message = fields.message
    this.data = fields.data
    this.place = fields.place
    this.kind = fields.kind
    this.tool = fields.tool
  }
}

const resultSteps = steps<{ value: Value }>({
  name: "Result",
  catches: true,
  run(machine, frame, input) {
    if (frame.state === 0) {
      frame.state = 1
      input = reduce(machine, frame.locals.value, { name: "result", form: "result" })
    }
    if (input !== ABRUPT) {
      const request: ResultRequest = { type: "result", reduced: input as unknown as Reduced }
      return machine.ask(request)
    }
    if (machine.mode !== Mode.Throwing) return leaveNative(machine, frame)
    machine.mode = Mode.Running
    return thrownSteps.start(machine, { value: machine.thrown, name: "", message: "" })
  },
})

interface ThrownLocals {
  readonly value: Value
  name: string
  message: string
}

const GET_NAME = 0
const NAME_TEXT = 1
const GET_MESSAGE = 2
const MESSAGE_TEXT = 3
const GOT_MESSAGE = 4
const ASK = 5
const DATA = 6

const thrownSteps = steps<ThrownLocals>({
  name: "Thrown",
  catches: true,
  run(machine, frame, input) {
    for (;;) {
      if (input === ABRUPT) {
        if (machine.mode !== Mode.Throwing) return leaveNative(machine, frame)
        machine.mode = Mode.Running
        if (frame.state === DATA) return askThrown(machine, frame.locals, undefined)
        // what cannot be read is left out
        input = ""
      }
      if (frame.state === ASK) return askThrown(machine, frame.locals, undefined)
      if (frame.state === DATA) return askThrown(machine, frame.locals, input as Value)
      input = advance(machine, frame, input as Value)
    }
  },
})

function advance(machine: Machine, frame: NativeFrame<ThrownLocals>, input: Value): Completion {
  const { locals } = frame
  const { value } = locals
  switch (frame.state) {
    case GET_NAME:
      if (!isObject(value) || value.kind !== Kind.Error) {
        frame.state = DATA
        return isObject(value) ? reduce(machine, value, { name: "thrown", form: "argument" }) : undefined
      }
      frame.state = NAME_TEXT
      return get(machine, value, "name", value)
    case NAME_TEXT:
      frame.state = GET_MESSAGE
      return toString(machine, input)
    case GET_MESSAGE:
      locals.name = input as string
      frame.state = MESSAGE_TEXT
      return get(machine, value as JSObject, "message", value)
    case MESSAGE_TEXT:
      frame.state = GOT_MESSAGE
      return toString(machine, input)
    default:
      locals.message = input as string
      frame.state = ASK
      return undefined
  }
}

function askThrown(machine: Machine, { value, name, message }: ThrownLocals, reduced: Value): Completion {
  const data = reduced === undefined ? undefined : (reduced as unknown as Reduced)
  const isError = isObject(value) && value.kind === Kind.Error
  const request: ThrownRequest = {
    type: "thrown",
    thrown: new Thrown({
      name: isError ? name : null,
      message,
      data: data === undefined || data.refusal !== null ? (isObject(value) ? undefined : value) : data.value,
      ...callFailure(machine, value),
      place: placeOf(value),
    }),
  }
  return machine.ask(request)
}

/** Where an error was thrown first, or made. */
export function placeOf(value: Value): TraceLine | null {
  if (!isObject(value) || !(value.data instanceof ErrorSlots)) return null
  return value.data.thrownAt ?? value.data.trace[0] ?? null
}

/** The fields that errors of failed calls have. */
export function callFailure(machine: Machine, value: Value): { kind: string | null; tool: string | null } {
  if (
    !isObject(value) ||
    value.kind !== Kind.Error ||
    dataProperty(machine.realm, value, "name") !== "ToolError"
  ) {
    return { kind: null, tool: null }
  }
  const kind = dataProperty(machine.realm, value, "kind")
  const tool = dataProperty(machine.realm, value, "tool")
  return { kind: typeof kind === "string" ? kind : null, tool: typeof tool === "string" ? tool : null }
}

const returned = nativeFunction("ProgramReturned", "", 1, (machine, _this, args) =>
  resultSteps.start(machine, { value: args[0] }),
)
const threw = nativeFunction("ProgramThrew", "", 1, (machine, _this, args) =>
  thrownSteps.start(machine, { value: args[0], name: "", message: "" }),
)

/** Functions of this module that a saved run may hold. */
export const endingEntries: readonly NativeEntry[] = [returned, threw]

/** The host is asked with a result or with what was thrown once the program's promise is settled. */
export function endWith(machine: Machine, main: JSObject): void {
  const { realm } = machine
  performThen(machine, main, new Reaction(null, realm.functionOf(returned), realm.functionOf(threw), null))
}

/** What a promise is rejected with ends the run, as if the program had thrown it. */
export function failWith(machine: Machine, promise: JSObject): void {
  performThen(machine, promise, new Reaction(null, null, machine.realm.functionOf(threw), null))
}
