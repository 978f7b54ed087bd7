/** The interpreter's sentinels by their number in the format. */
import { NOTHING, SHORT } from "../interpreter/evaluate/calls.ts"
import { DONE } from "../interpreter/iterators.ts"
import { ABRUPT, EMPTY } from "../objects/value.ts"

export const sentinels: readonly symbol[] = [EMPTY, ABRUPT, DONE, SHORT, NOTHING]
