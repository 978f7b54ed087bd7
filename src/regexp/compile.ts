/**
 * A tree to a program. Decides here, once, what the matcher need not try: branches that the next unit rules out,
 * and ways back that cannot succeed. Never matches.
 */
import {
  allCharacters,
  areDisjoint,
  type CharSet,
  leadingUnits,
  needsCodePoints,
  noCharacters,
  onlyCharacter,
  union,
} from "./charSet.ts"
import { type Code, makeCode } from "./code.ts"
import { operation, type Program } from "./program.ts"
import {
  type AlternativesNode,
  type AssertionNode,
  type BackreferenceNode,
  type CaptureNode,
  type LookaroundNode,
  type Node,
  type RepeatNode,
  type SequenceNode,
  type SetNode,
  type Tree,
  childrenOf,
} from "./tree.ts"

/** What can come next when a node has matched. */
interface Follow {
  readonly first: CharSet
  /** The rest may match where the text ends. */
  readonly end: boolean
  /** The rest always matches. */
  readonly infallible: boolean
}

const acceptFollow: Follow = { first: allCharacters, end: true, infallible: true }
const unknownFollow: Follow = { first: allCharacters, end: true, infallible: false }

const followedBy = (node: Node, follow: Follow): Follow => ({
  first: node.nullable ? joined(node.first, follow.first) : node.first,
  end: node.emptyAtEnd && follow.end,
  infallible: node.infallible && follow.infallible,
})

const joined = (a: CharSet, b: CharSet): CharSet => {
  if (isAll(a) || isAll(b)) return allCharacters
  const both = union(a, b)
  return both.length > 512 ? allCharacters : both
}

const isAll = (set: CharSet): boolean => set.length === 2 && set[0] === 0 && set[1]! > 0xffff

interface Context {
  readonly code: Code
  readonly unicode: boolean
  readonly backward: boolean
  /** Registers of the loops around, which a memo must tell apart; undefined where no memo can be kept. */
  readonly loops: Loops | undefined
  /** Nothing is matched or tried before: a loop here tells which later places to begin it has ruled out. */
  readonly leads: boolean
}

interface Loops {
  readonly counters: ReadonlyArray<{ readonly register: number; readonly values: number }>
  readonly marks: readonly number[]
}

/** @throws RangeError when the program would be too large */
export const compileTree = (tree: Tree): Program => {
  const code = makeCode(tree.groupNames.length)
  const context: Context = {
    code,
    unicode: tree.unicode,
    backward: false,
    loops: hasBackreference(tree.root) ? undefined : { counters: [], marks: [] },
    leads: !hasBackreference(tree.root),
  }
  code.emit(operation.seek)
  compile(tree.root, acceptFollow, context)
  code.emit(operation.match)
  const { root } = tree
  const firstUnit = root.emptyAtEnd ? undefined : onlyCharacter(root.first)
  return code.finish({
    unicode: tree.unicode,
    anchored: isAnchored(root),
    firstClass: root.emptyAtEnd || isAll(root.first) ? -1 : code.classNumber(root.first),
    firstUnit: firstUnit === undefined ? "" : String.fromCharCode(firstUnit),
  })
}

const hasBackreference = (node: Node): boolean => {
  if (node.type === "backreference") return true
  return childrenOf(node).some(hasBackreference)
}

const isAnchored = (node: Node): boolean => {
  if (node.type === "assertion") return node.kind === "start"
  if (node.type === "sequence") return isAnchored(node.items[0]!)
  if (node.type === "alternatives") return node.items.every(isAnchored)
  if (node.type === "capture") return isAnchored(node.body)
  return node.type === "repeat" && node.min > 0 && isAnchored(node.body)
}

const followsOf = (items: readonly Node[], last: Follow): Follow[] => {
  const follows: Follow[] = []
  let follow = last
  for (let i = items.length - 1; i >= 0; i--) {
    follows[i] = follow
    follow = followedBy(items[i]!, follow)
  }
  return follows
}

const compile = (node: Node, follow: Follow, context: Context): void => {
  switch (node.type) {
    case "empty":
      return
    case "set":
      return compileSet(node.set, context)
    case "sequence":
      return compileSequence(node, follow, context)
    case "alternatives":
      return compileAlternatives(node, follow, notLeading(context))
    case "capture":
      return compileCapture(node, follow, context)
    case "repeat":
      return compileRepeat(node, follow, context)
    case "lookaround":
      return compileLookaround(node, notLeading(context))
    case "backreference":
      return compileBackreference(node, context)
    case "assertion":
      return compileAssertion(node, context)
  }
}

const compileSet = (set: CharSet, { code, unicode, backward }: Context): void => {
  const character = onlyCharacter(set)
  if (unicode && needsCodePoints(set)) {
    code.emit(backward ? operation.setCodePointBack : operation.setCodePoint, code.classNumber(set))
  } else if (character !== undefined) {
    code.emit(backward ? operation.charBack : operation.char, character)
  } else {
    code.emit(backward ? operation.setBack : operation.set, code.classNumber(set))
  }
}

const notLeading = (context: Context): Context => (context.leads ? { ...context, leads: false } : context)

const compileSequence = (node: SequenceNode, follow: Follow, context: Context): void => {
  if (context.backward) {
    for (let i = node.items.length - 1; i >= 0; i--) compile(node.items[i]!, unknownFollow, context)
    return
  }
  const follows = followsOf(node.items, follow)
  const later = notLeading(context)
  for (let i = 0; i < node.items.length;) {
    const text = literalAt(node.items, i, context)
    if (text.length > 1) {
      context.code.emit(operation.chars, text.length, ...text)
      i += text.length
    } else {
      compile(node.items[i]!, follows[i]!, i === 0 ? context : later)
      i++
    }
  }
}

const MAX_LITERAL_UNITS = 64

/** The units of the plain characters from item `i` on. */
const literalAt = (items: readonly Node[], i: number, context: Context): number[] => {
  const units: number[] = []
  for (let at = i; at < items.length && units.length < MAX_LITERAL_UNITS; at++) {
    const item = items[at]!
    if (item.type !== "set" || (context.unicode && needsCodePoints(item.set))) break
    const character = onlyCharacter(item.set)
    if (character === undefined) break
    units.push(character)
  }
  return units
}

const compileAlternatives = (node: AlternativesNode, follow: Follow, context: Context): void => {
  const { code, backward } = context
  const firsts = node.items.map((item) => (backward ? unknownFollow : followedBy(item, follow)))
  const rests = restsOf(firsts)
  if (needsMemo(firsts, rests)) emitMemo(context)
  const exits: number[] = []
  node.items.forEach((item, i) => {
    if (i === node.items.length - 1) return compile(item, follow, context)
    const exclusive = excludes(firsts[i]!, rests[i]!)
    if (exclusive && isUnitSet(item, context)) {
      const next = code.emitTarget(operation.setElse, code.classNumber(item.set))
      exits.push(code.emitJump())
      return code.patch(next)
    }
    const next = emitChoice(firsts[i]!, rests[i]!, context)
    compile(item, follow, context)
    exits.push(code.emitJump())
    code.patch(next)
  })
  for (const exit of exits) code.patch(exit)
}

const isUnitSet = (node: Node, context: Context): node is SetNode =>
  node.type === "set" && !context.backward && !(context.unicode && needsCodePoints(node.set))

/** For each alternative, what the later ones can begin with. */
const restsOf = (firsts: readonly Follow[]): Follow[] => {
  const rests: Follow[] = []
  let rest: Follow = { first: noCharacters, end: false, infallible: false }
  for (let i = firsts.length - 1; i >= 0; i--) {
    rests[i] = rest
    rest = { first: joined(rest.first, firsts[i]!.first), end: rest.end || firsts[i]!.end, infallible: false }
  }
  return rests
}

const needsMemo = (firsts: readonly Follow[], rests: readonly Follow[]): boolean =>
  firsts.some((first, i) => i < firsts.length - 1 && !excludes(first, rests[i]!))

/** No text can go on both ways. */
const excludes = (a: Follow, b: Follow): boolean => areDisjoint(a.first, b.first) && !(a.end && b.end)

/**
 * Goes on with the instructions that follow, or else from the place that `patch` will give for the number
 * returned: only else where the next unit rules the first way out, never where it rules the second way out.
 */
const emitChoice = (first: Follow, second: Follow, { code }: Context): number => {
  if (isAll(first.first)) return code.emitTarget(operation.fork)
  const exclusive = excludes(first, second)
  return code.emitTarget(
    exclusive ? operation.peek : operation.peekFork,
    code.classNumber(first.first),
    first.end ? 1 : 0,
  )
}

const compileCapture = (node: CaptureNode, follow: Follow, context: Context): void => {
  const { code, backward } = context
  code.emit(operation.save, 2 * node.index + (backward ? 1 : 0))
  compile(node.body, follow, context)
  code.emit(operation.save, 2 * node.index + (backward ? 0 : 1))
}

const compileRepeat = (node: RepeatNode, follow: Follow, context: Context): void => {
  if (node.body.type === "set" && !context.backward && isSetLoop(node, context)) {
    return compileSetLoop(node, follow, context)
  }
  const inside = notLeading(context)
  if (node.max === 1) {
    if (node.min === 1) compile(node.body, follow, inside)
    else compileOptional(node, follow, inside)
  } else if (node.max === Infinity && node.min <= 1) compileLoop(node, follow, inside)
  else compileCounted(node, follow, inside)
}

/** An iteration begins without the captures of the one before. */
const emitReset = (node: RepeatNode, code: Code): void => {
  if (node.captureTo > node.captureFrom) code.emit(operation.reset, 2 * node.captureFrom, 2 * node.captureTo)
}

const withMark = (context: Context, mark: number): Context =>
  mark < 0 || context.loops === undefined
    ? context
    : { ...context, loops: { ...context.loops, marks: [...context.loops.marks, mark] } }

/** In an iteration that may be empty, the check for progress can fail what comes after the body. */
const iterationFollow = (follow: Follow, mark: number): Follow =>
  mark < 0 ? follow : { ...follow, infallible: false }

const bodyFollow = (node: RepeatNode, follow: Follow, mark: number, { backward }: Context): Follow => {
  if (backward) return unknownFollow
  return iterationFollow(
    {
      first: joined(node.body.first, follow.first),
      end: follow.end || node.body.emptyAtEnd,
      infallible: follow.infallible,
    },
    mark,
  )
}

/** The iteration first when greedy, else the exit first; returns what to patch with the exit. */
const emitLoopChoice = (node: RepeatNode, follow: Follow, context: Context): number => {
  const { code, backward } = context
  const enter = backward ? unknownFollow : followedBy(node.body, follow)
  const leave = backward ? unknownFollow : follow
  if (node.greedy) return emitChoice(enter, leave, context)
  if (excludes(enter, leave) && !isAll(enter.first)) return emitChoice(enter, leave, context)
  const iterate = code.emitTarget(operation.fork)
  const exit = code.emitJump()
  code.patch(iterate)
  return exit
}

const compileOptional = (node: RepeatNode, follow: Follow, context: Context): void => {
  const { code } = context
  const mark = node.body.emptyAtEnd ? code.register() : -1
  emitMemo(context)
  const exit = emitLoopChoice(node, follow, context)
  if (mark >= 0) code.emit(operation.save, mark)
  compile(node.body, iterationFollow(follow, mark), withMark(context, mark))
  if (mark >= 0) code.emit(operation.progress, mark)
  code.patch(exit)
}

/** `*` and `+`: the first iteration of `+` enters behind the choice. */
const compileLoop = (node: RepeatNode, follow: Follow, context: Context): void => {
  const { code } = context
  const mark = node.body.emptyAtEnd ? code.register() : -1
  const inner = withMark(context, mark)
  let first = -1
  if (node.min === 1) {
    if (mark >= 0) code.emit(operation.setRegister, mark, -1)
    first = code.emitJump()
  }
  const head = code.here()
  emitMemo(context)
  const exit = emitLoopChoice(node, follow, context)
  if (mark >= 0) code.emit(operation.save, mark)
  if (first >= 0) code.patch(first)
  emitReset(node, code)
  compile(node.body, bodyFollow(node, follow, mark, context), inner)
  if (mark >= 0) code.emit(operation.progress, mark)
  code.emitJumpTo(head)
  code.patch(exit)
}

const compileCounted = (node: RepeatNode, follow: Follow, context: Context): void => {
  const { code } = context
  const alwaysEmpty = node.body.first.length === 0 && node.captureTo === node.captureFrom
  const min = clampCount(alwaysEmpty ? Math.min(node.min, 1) : node.min)
  const max = node.max === Infinity ? -1 : clampCount(node.max)
  const cap = max === -1 ? min : max
  const counter = code.register()
  const mark = node.body.emptyAtEnd ? code.register() : -1
  const outer = context.loops
  const counted: Context =
    outer === undefined
      ? context
      : {
          ...context,
          loops: { ...outer, counters: [...outer.counters, { register: counter, values: cap + 1 }] },
        }
  code.emit(operation.setRegister, counter, 0)
  const head = code.here()
  emitMemo(counted)
  const exit = code.emitTarget(operation.repeat, counter, min, max, node.greedy ? 1 : 0)
  code.emit(operation.count, counter, cap, min, mark)
  emitReset(node, code)
  const inside = { ...bodyFollow(node, follow, mark, context), infallible: false }
  compile(node.body, inside, withMark(counted, mark))
  if (mark >= 0) code.emit(operation.progress, mark)
  code.emitJumpTo(head)
  code.patch(exit)
}

const MAX_COUNT = 0x3fffffff
const clampCount = (count: number): number => Math.min(count, MAX_COUNT)

/** Loops over one character that need no iterations: by code points a lazy loop must be unbounded. */
const isSetLoop = (node: RepeatNode, context: Context): boolean =>
  node.greedy ||
  node.max === Infinity ||
  node.body.type !== "set" ||
  !context.unicode ||
  !needsCodePoints(node.body.set)

const compileSetLoop = (node: RepeatNode, follow: Follow, context: Context): void => {
  if (node.body.type !== "set") return
  const { code, unicode } = context
  const { set } = node.body
  const codePoints = unicode && needsCodePoints(set)
  const min = clampCount(node.min)
  const max = node.max === Infinity ? -1 : clampCount(node.max)
  if (!node.greedy) return compileLazySetLoop(set, { min, max }, follow, context)
  const possessive = min === max || follow.infallible || areDisjoint(leadingUnits(set), follow.first)
  const leads = context.leads && max === -1
  if (!possessive && !leads) emitMemo(context)
  emitScan(set, { min, max, possessive, leads, codePoints }, context)
  code.emit(
    codePoints ? operation.greedyBackCodePoints : operation.greedyBack,
    isAll(follow.first) ? -1 : code.classNumber(follow.first),
  )
}

interface Scan {
  readonly min: number
  readonly max: number
  readonly possessive: boolean
  readonly leads: boolean
  readonly codePoints: boolean
}

const emitScan = (set: CharSet, scan: Scan, { code }: Context): void => {
  const register = code.register()
  if (scan.codePoints) code.register()
  code.emit(
    scan.codePoints ? operation.greedyScanCodePoints : operation.greedyScan,
    code.classNumber(set),
    scan.min,
    scan.max,
    register,
    scan.possessive ? 1 : 0,
    scan.leads ? 1 : 0,
  )
}

const compileLazySetLoop = (
  set: CharSet,
  { min, max }: { readonly min: number; readonly max: number },
  follow: Follow,
  context: Context,
): void => {
  const { code, unicode } = context
  const codePoints = unicode && needsCodePoints(set)
  if (min > 0) {
    emitScan(set, { min, max: min, possessive: true, leads: false, codePoints }, context)
    code.emit(codePoints ? operation.greedyBackCodePoints : operation.greedyBack, -1)
  }
  if (min === max) return
  emitMemo(context)
  code.emit(codePoints ? operation.lazyCodePoints : operation.lazy, max === -1 ? -1 : max - min)
  code.emit(
    codePoints ? operation.lazyBackCodePoints : operation.lazyBack,
    code.classNumber(set),
    isAll(follow.first) ? -1 : code.classNumber(follow.first),
    follow.end ? 1 : 0,
  )
}

const compileLookaround = (node: LookaroundNode, context: Context): void => {
  const { code } = context
  const register = code.register()
  code.register()
  const span = [2 * node.captureFrom, 2 * node.captureTo] as const
  const inner: Context = { ...context, backward: node.behind, loops: undefined }
  const follow = node.behind ? unknownFollow : acceptFollow
  if (!node.negate) {
    code.emit(operation.look, register, ...span)
    compile(node.body, follow, inner)
    code.emit(operation.lookEnd, register)
    return
  }
  const target = code.emitTarget(operation.lookNot, register, ...span)
  compile(node.body, follow, inner)
  code.emit(operation.lookNotEnd, register)
  code.patch(target)
}

const compileBackreference = (node: BackreferenceNode, { code, backward }: Context): void => {
  const reference = code.referenceNumber({ groups: node.groups, caseMode: node.caseMode })
  code.emit(operation.backreference, reference, backward ? 1 : 0)
}

const compileAssertion = (node: AssertionNode, { code }: Context): void => {
  if (node.kind === "boundary" || node.kind === "notBoundary") {
    code.emit(operation[node.kind], code.classNumber(node.word))
  } else code.emit(operation[node.kind])
}

const emitMemo = ({ code, loops }: Context): void => {
  if (loops === undefined) return
  const point = code.memoPoint(loops.counters, loops.marks)
  if (point >= 0) code.emit(operation.memo, point)
}
