/** Prototypes of generators and of the functions that make them, ECMA-262 27.3 to 27.7. */
import { requestAsyncGenerator, resumeGenerator } from "../interpreter/generators.ts"
import { constant, intrinsic, method, object } from "../interpreter/native.ts"
import type { Intrinsic } from "../objects/realm.ts"
import { CONFIGURABLE } from "../objects/shape.ts"

const generatorPrototype = object({
  name: "Generator.prototype",
  prototype: "Iterator.prototype",
  members: [
    ["constructor", intrinsic("GeneratorFunction.prototype", CONFIGURABLE)],
    ["next", method(1, (machine, thisValue, args) => resumeGenerator(machine, thisValue, "next", args[0]))],
    [
      "return",
      method(1, (machine, thisValue, args) => resumeGenerator(machine, thisValue, "return", args[0])),
    ],
    ["throw", method(1, (machine, thisValue, args) => resumeGenerator(machine, thisValue, "throw", args[0]))],
    [Symbol.toStringTag, constant("Generator", CONFIGURABLE)],
  ],
})

const asyncGeneratorPrototype = object({
  name: "AsyncGenerator.prototype",
  prototype: "AsyncIteratorPrototype",
  members: [
    ["constructor", intrinsic("AsyncGeneratorFunction.prototype", CONFIGURABLE)],
    [
      "next",
      method(1, (machine, thisValue, args) => requestAsyncGenerator(machine, thisValue, "next", args[0])),
    ],
    [
      "return",
      method(1, (machine, thisValue, args) => requestAsyncGenerator(machine, thisValue, "return", args[0])),
    ],
    [
      "throw",
      method(1, (machine, thisValue, args) => requestAsyncGenerator(machine, thisValue, "throw", args[0])),
    ],
    [Symbol.toStringTag, constant("AsyncGenerator", CONFIGURABLE)],
  ],
})

export const generatorIntrinsics: Intrinsic[] = [generatorPrototype, asyncGeneratorPrototype]
