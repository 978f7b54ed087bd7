/** CreateHTML and its methods, ECMA-262 B.2.2.2. */
import { ABRUPT } from "../objects/value.ts"
import { CHARACTER_BYTES } from "../objects/meter.ts"
import { converted, type Member } from "../interpreter/native.ts"
import type { Machine } from "../interpreter/machine.ts"

const tags: ReadonlyArray<readonly [string, string, string?]> = [
  ["anchor", "a", "name"],
  ["big", "big"],
  ["blink", "blink"],
  ["bold", "b"],
  ["fixed", "tt"],
  ["fontcolor", "font", "color"],
  ["fontsize", "font", "size"],
  ["italics", "i"],
  ["link", "a", "href"],
  ["small", "small"],
  ["strike", "strike"],
  ["sub", "sub"],
  ["sup", "sup"],
]

function charged(machine: Machine, length: number): boolean {
  machine.charge(length >> 8)
  return machine.allocate(length * CHARACTER_BYTES)
}

export const htmlMembers: Array<readonly [string, Member]> = tags.map(([name, tag, attribute]) => [
  name,
  attribute === undefined
    ? converted(0, "thisString", [], (machine, text: string) =>
        charged(machine, text.length) ? `<${tag}>${text}</${tag}>` : ABRUPT,
      )
    : converted(1, "thisString", ["string"], (machine, text: string, value: string) => {
        machine.charge(value.length >> 8)
        if (!charged(machine, text.length) || !machine.allocate(value.length * 6 * CHARACTER_BYTES))
          return ABRUPT
        return `<${tag} ${attribute}="${value.replaceAll('"', "&quot;")}">${text}</${tag}>`
      }),
])
