/**
 * How the work of a backtracking engine can grow with the text, judged from the tree alone and never too low.
 * The work of searching a whole text is the number of ways an engine can come to each position of it, over all
 * places to begin. Never matches.
 */
import {
  areDisjoint,
  type CharSet,
  CODE_POINT_END,
  contains,
  intersect,
  noCharacters,
  union,
} from "./charSet.ts"
import { type Automaton, automatonOf, type Ways } from "./positions.ts"
import { childrenOf, type LookaroundNode, type Node, type Tree } from "./tree.ts"

/** What analysis has proven. */
export interface Growth {
  /** The work is at most of the order of length to the power of `degree`; `Infinity` where no bound is known. */
  readonly degree: number
  /** A match costs no more than the text it has passed: nothing is read far ahead in vain. */
  readonly readsAhead: boolean
}

const unbounded: Growth = { degree: Infinity, readsAhead: true }

/**
 * The degree of the polynomial that bounds the work of searching a text from all its places: 1 is linear,
 * `Infinity` unknown or exponential.
 *
 * @example blowUpDegree(parseTree("a+b", flags, "")) // 2: every `a` begins a new run over the others
 */
export const blowUpDegree = (tree: Tree): number => growthOf(tree).degree

export const growthOf = (tree: Tree): Growth =>
  growthOfNode(tree.root, { backward: false, search: !isAnchored(tree.root) })

interface Reading {
  readonly backward: boolean
  /** Every place of the text is tried to begin with. */
  readonly search: boolean
}

const growthOfNode = (root: Node, reading: Reading): Growth => {
  const automaton = automatonOf(root, reading.backward)
  if (automaton === undefined) return unbounded
  const own = growthOfAutomaton(automaton, reading.search)
  const inner = Math.max(0, ...lookaroundsOf(root).map(lookaroundDegree))
  return { degree: own.degree + inner, readsAhead: own.readsAhead || inner > 0 }
}

const lookaroundsOf = (node: Node): LookaroundNode[] =>
  node.type === "lookaround" ? [node] : childrenOf(node).flatMap(lookaroundsOf)

/** What a lookaround adds at every place where it is tried: nothing when it reads a bounded length. */
const lookaroundDegree = (node: LookaroundNode): number => {
  const automaton = automatonOf(node.body, node.behind)
  if (automaton === undefined) return Infinity
  const graph = graphOf(automaton, false)
  if (graph.components.some((component) => component.cyclic)) {
    return growthOfNode(node.body, { backward: node.behind, search: false }).degree
  }
  const deeper = lookaroundsOf(node.body).map(lookaroundDegree)
  return Math.max(pathsThrough(graph) > MAX_PARALLEL_WAYS ? Infinity : 0, ...deeper)
}

const isAnchored = (node: Node): boolean => {
  if (node.type === "assertion") return node.kind === "start"
  if (node.type === "sequence") return isAnchored(node.items[0]!)
  if (node.type === "alternatives") return node.items.every(isAnchored)
  return node.type === "capture" && isAnchored(node.body)
}

const growthOfAutomaton = (automaton: Automaton, search: boolean): Growth => {
  const graph = graphOf(automaton, search)
  if (graph.next.some((ways) => countOf(ways) > MAX_WAYS_ONWARD)) return unbounded
  const cyclic = graph.components.filter((component) => component.cyclic && !component.isSearch)
  const loops = new Set(cyclic.flatMap((component) => component.members))
  if ([...loops].every((position) => automaton.sure.has(position)) && staysNarrow(graph, loops)) {
    return { degree: 1, readsAhead: false }
  }
  const degree = polynomialDegree(graph)
  return { degree: degree === 1 && !staysNarrow(graph, new Set()) ? Infinity : degree, readsAhead: true }
}

/** The automaton with its beginning as one more position, the last, which a search also comes back to. */
interface Graph {
  readonly sets: readonly CharSet[]
  readonly next: ReadonlyArray<Ways>
  readonly start: number
  /** In an order where every way leads to the same or a later one. */
  readonly components: readonly Component[]
  readonly componentOf: readonly number[]
}

interface Component {
  readonly members: readonly number[]
  readonly cyclic: boolean
  readonly isSearch: boolean
  readonly alphabet: CharSet
}

const graphOf = ({ sets, next, first }: Automaton, search: boolean): Graph => {
  const start = sets.length
  const all = [...sets, search ? [0, CODE_POINT_END] : noCharacters]
  const ways = [...next, search ? new Map([...first, [start, 1] as const]) : first]
  const { groups, groupOf } = strongComponents(ways)
  const components = groups.map((members) => ({
    members,
    cyclic: members.length > 1 || ways[members[0]!]!.has(members[0]!),
    isSearch: members.includes(start),
    alphabet: members.reduce((letters, position) => union(letters, all[position]!), noCharacters),
  }))
  return { sets: all, next: ways, start, components, componentOf: groupOf }
}

/** Tarjan's algorithm; groups come out in the order of the ways. */
const strongComponents = (next: ReadonlyArray<Ways>): { groups: number[][]; groupOf: number[] } => {
  const index = new Array<number>(next.length).fill(-1)
  const low = new Array<number>(next.length).fill(0)
  const groupOf = new Array<number>(next.length).fill(-1)
  const open: number[] = []
  const groups: number[][] = []
  let count = 0
  const visit = (position: number): void => {
    index[position] = low[position] = count++
    open.push(position)
    for (const to of next[position]!.keys()) {
      if (index[to] === -1) visit(to)
      if (groupOf[to] === -1) low[position] = Math.min(low[position]!, low[to]!)
    }
    if (low[position] !== index[position]) return
    const members = open.splice(open.indexOf(position))
    for (const member of members) groupOf[member] = groups.length
    groups.push(members)
  }
  for (let position = next.length - 1; position >= 0; position--) if (index[position] === -1) visit(position)
  const last = groups.length - 1
  return { groups: groups.reverse(), groupOf: groupOf.map((group) => last - group) }
}

/** Ways onward from one position: more are no constant that could be left out. */
const MAX_WAYS_ONWARD = 64

const countOf = (ways: Ways): number => {
  let total = 0
  for (const count of ways.values()) total += count
  return total
}

const MAX_PARALLEL_WAYS = 32
const MAX_SEARCH_STEPS = 2000

/**
 * Whether the ways that are open at the same time stay few, whatever the text: then the work is linear. Ways that
 * have come to a position of `settled` are sure to succeed and count no more; what they leave is looked at from there.
 */
const staysNarrow = (graph: Graph, settled: ReadonlySet<number>): boolean => {
  const letters = alphabetOf(graph.sets)
  const seen = new Set<string>()
  const pending: Array<ReadonlyMap<number, number>> = []
  const enter = (ways: ReadonlyMap<number, number>): boolean => {
    if (countOf(ways) > MAX_PARALLEL_WAYS) return false
    const key = [...ways].sort((a, b) => a[0] - b[0]).join()
    if (!seen.has(key)) {
      seen.add(key)
      pending.push(ways)
    }
    return true
  }
  for (const begin of [graph.start, ...settled]) if (!enter(new Map([[begin, 1]]))) return false
  for (let ways = pending.pop(); ways !== undefined; ways = pending.pop()) {
    if (seen.size * letters.length > MAX_SEARCH_STEPS) return false
    for (const letter of letters) if (!enter(step(graph, ways, letter, settled))) return false
  }
  return true
}

const step = (
  { sets, next }: Graph,
  ways: ReadonlyMap<number, number>,
  letter: number,
  settled: ReadonlySet<number>,
): ReadonlyMap<number, number> => {
  const after = new Map<number, number>()
  for (const [from, count] of ways) {
    for (const [to, times] of next[from]!) {
      if (!settled.has(to) && contains(sets[to]!, letter)) after.set(to, (after.get(to) ?? 0) + count * times)
    }
  }
  return after
}

/** One character for each kind that the sets tell apart. */
const alphabetOf = (sets: readonly CharSet[]): number[] => {
  const distinct = [...new Map(sets.map((set) => [set.join(), set])).values()]
  const bounds = new Set([0, ...distinct.flat().filter((bound) => bound < CODE_POINT_END)])
  const letters = new Map<string, number>()
  for (const bound of bounds) {
    if (letters.size > MAX_SEARCH_STEPS / 16) break
    letters.set(distinct.map((set) => (contains(set, bound) ? 1 : 0)).join(""), bound)
  }
  return [...letters.values()]
}

const MAX_ACYCLIC_PATHS = 1 << 10

/** From the loops that a text can keep busy at once: each further one adds a degree. */
const polynomialDegree = (graph: Graph): number => {
  if (graph.components.some((component) => component.cyclic && isAmbiguous(graph, component))) return Infinity
  if (pathsThrough(graph) > MAX_ACYCLIC_PATHS) return Infinity
  const { components } = graph
  const longest = new Array<number>(components.length).fill(0)
  const onward = new Array<number>(components.length).fill(0)
  for (let from = components.length - 1; from >= 0; from--) {
    const reached = reachable(graph, from, undefined)
    for (const to of reached) {
      if (to !== from) onward[from] = Math.max(onward[from]!, onward[to]!)
    }
    if (components[from]!.cyclic) {
      for (const to of reached) {
        if (to !== from && canShare(graph, from, to))
          longest[from] = Math.max(longest[from]!, 1 + onward[to]!)
      }
    }
    onward[from] = Math.max(onward[from]!, longest[from]!)
  }
  return 1 + Math.max(...onward)
}

/** Whether one text can keep both loops going and lead from the first to the second. */
const canShare = (graph: Graph, from: number, to: number): boolean => {
  const { components } = graph
  if (!components[to]!.cyclic) return false
  const common = intersect(components[from]!.alphabet, components[to]!.alphabet)
  return common.length > 0 && reachable(graph, from, common).has(to)
}

/** Components that can be reached over positions that take a letter of `letters`. */
const reachable = (graph: Graph, from: number, letters: CharSet | undefined): Set<number> => {
  const visited = new Set(graph.components[from]!.members)
  const found = new Set([from])
  for (const position of visited) {
    for (const to of graph.next[position]!.keys()) {
      if (letters !== undefined && areDisjoint(letters, graph.sets[to]!)) continue
      visited.add(to)
      found.add(graph.componentOf[to]!)
    }
  }
  return found
}

/** Number of ways through the pattern where loops count once. */
const pathsThrough = ({ components, next, componentOf, start }: Graph): number => {
  const paths = new Array<number>(components.length).fill(0)
  paths[componentOf[start]!] = 1
  let most = 1
  components.forEach((component, from) => {
    for (const position of component.members) {
      for (const [to, count] of next[position]!) {
        const target = componentOf[to]!
        if (target !== from)
          paths[target] = Math.min(2 * MAX_ACYCLIC_PATHS, paths[target]! + paths[from]! * count)
      }
    }
    most = Math.max(most, paths[from]!)
  })
  return most
}

const MAX_LOOP_POSITIONS = 48

/** Whether a loop can be gone through in two ways by one text, which doubles the work with every turn. */
const isAmbiguous = ({ next, sets }: Graph, { members }: Component): boolean => {
  if (members.length > MAX_LOOP_POSITIONS) return true
  const inside = new Set(members)
  const successors = new Map<number, readonly number[]>()
  for (const position of members) {
    const ways = [...next[position]!].filter(([to]) => inside.has(to))
    if (ways.some(([, count]) => count > 1)) return true
    successors.set(
      position,
      ways.map(([to]) => to),
    )
  }
  return partsAndMeets(sets, successors)
}

/** Whether two ways of one text can part inside a loop and come together again. */
const partsAndMeets = (
  sets: readonly CharSet[],
  successors: ReadonlyMap<number, readonly number[]>,
): boolean => {
  const apart = new Set<number>()
  const size = sets.length
  const follow = (a: number, b: number, found: (toA: number, toB: number) => boolean): boolean => {
    for (const toA of successors.get(a)!) {
      for (const toB of successors.get(b)!) {
        if ((toA === toB || !areDisjoint(sets[toA]!, sets[toB]!)) && found(toA, toB)) return true
      }
    }
    return false
  }
  for (const position of successors.keys()) {
    follow(position, position, (a, b) => {
      if (a < b) apart.add(a * size + b)
      return false
    })
  }
  for (const pair of apart) {
    const met = follow(Math.floor(pair / size), pair % size, (a, b) => {
      if (a !== b) apart.add(Math.min(a, b) * size + Math.max(a, b))
      return a === b
    })
    if (met) return true
  }
  return false
}
