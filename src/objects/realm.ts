/**
 * The built-in objects of one run, ECMA-262 9.3. Each is a shell until it is first touched; then all its slots are filled.
 * Owns shapes by prototype and the epoch of inline caches. Knows no built-in by name but those of syntax.
 */
import type { Closure } from "./function.ts"
import { NativeFunction } from "./function.ts"
import { OBJECT_BYTES } from "./meter.ts"
import { Accessor, JSObject, Kind, NO_SLOTS, type Slot } from "./object.ts"
import type { RegExpShapes } from "./regExpSlots.ts"
import { ACCESSOR, CONFIGURABLE, ENUMERABLE, rootShape, Shape, ShapeFamily, WRITABLE } from "./shape.ts"
import { EMPTY, type Empty, type Key, type PropertyKey, type Value } from "./value.ts"

/** What the realm must know of a built-in function; the rest is the interpreter's. */
export interface Entry {
  /** Unique, and the function's name in a saved run: `Array.prototype.map`. */
  readonly path: string
  /** The value of its `name` property. */
  readonly functionName: string
  readonly length: number
}

/** What the realm must know of a function's code to fill the function's own properties. */
export interface FunctionShape {
  readonly name: string
  readonly length: number
  readonly kind: "normal" | "async" | "generator" | "asyncGenerator"
  /** The function has a `prototype` property: it can construct, or makes generators. */
  readonly hasPrototype: boolean
}

export type PropertyDeclaration =
  | { readonly method: Entry; readonly attributes: number }
  | { readonly get: Entry | undefined; readonly set: Entry | undefined; readonly attributes: number }
  | { readonly value: Value; readonly attributes: number }
  | { readonly intrinsic: string; readonly attributes: number }

/** One built-in object as a table. */
export interface Intrinsic {
  /** As the standard writes it, without percent signs: `Array.prototype`. */
  readonly name: string
  readonly kind: Kind
  /** The name of its prototype, or null. */
  readonly prototype: string | null
  readonly entry?: Entry
  readonly data?: () => unknown
  /** Absent: true. */
  readonly extensible?: boolean
  readonly properties: ReadonlyArray<readonly [PropertyKey, PropertyDeclaration]>
}

/** Valid until some property that a cache read through a prototype changes. */
export class Epoch {
  valid = true
}

interface Template {
  readonly table: Map<Key, number>
  readonly attributes: number[]
  readonly keys: Key[]
}
const templates = new WeakMap<Intrinsic, Template>()

function templateOf(intrinsic: Intrinsic): Template {
  let template = templates.get(intrinsic)
  if (template === undefined) {
    template = {
      table: new Map(intrinsic.properties.map(([key], slot) => [key, slot])),
      keys: intrinsic.properties.map(([key]) => key),
      attributes: intrinsic.properties.map(([, property]) =>
        "get" in property ? property.attributes | ACCESSOR : property.attributes,
      ),
    }
    templates.set(intrinsic, template)
  }
  return template
}

const entries = new WeakMap<ReadonlyMap<string, Intrinsic>, Map<string, Entry>>()

/** Every function of the declared objects, by path. */
function entriesOf(declarations: ReadonlyMap<string, Intrinsic>): Map<string, Entry> {
  let found = entries.get(declarations)
  if (found !== undefined) return found
  found = new Map()
  for (const { entry, properties } of declarations.values()) {
    if (entry !== undefined) found.set(entry.path, entry)
    for (const [, property] of properties) {
      const declared =
        "method" in property ? [property.method] : "get" in property ? [property.get, property.set] : []
      for (const one of declared) if (one !== undefined) found.set(one.path, one)
    }
  }
  entries.set(declarations, found)
  return found
}

/**
 * What a realm knows of one of its declared objects. It stands in the shape, which such an object has for itself, so that
 * it is found without a table.
 */
export class BuiltIn {
  readonly declaration: Intrinsic
  /** Of objects and of functions whose prototype it is. */
  root: Shape | null = null
  lazyRoot: Shape | null = null

  constructor(declaration: Intrinsic) {
    this.declaration = declaration
  }
}

/** Roots of shapes by a prototype that the program made. */
class Roots {
  readonly root = new WeakMap<JSObject, Shape>()
  readonly lazyRoot = new WeakMap<JSObject, Shape>()
}

const lazyNullRoot = lazyShape(null)
const NO_CAPTURES: unknown[] = []

function lazyShape(prototype: JSObject | null): Shape {
  return new Shape(prototype, null, null, 0, true, true)
}

export class Realm {
  readonly declarations: ReadonlyMap<string, Intrinsic>
  private readonly objects = new Map<string, JSObject>()
  private readonly functions = new Map<string, JSObject>()
  private programRoots: Roots | null = null
  /** Where bytes of shapes and property tables are counted; the machine's, once there is one. */
  meter: { used: number } = { used: 0 }
  private readonly nullRoot = rootShape(null, new ShapeFamily(this))
  epoch = new Epoch()
  /** Objects of this shape are Dates that nothing but the standard converts, while the epoch is this one. */
  plainDates: { readonly shape: Shape | null; readonly epoch: Epoch | null } = { shape: null, epoch: null }
  /** Looked up at the first use of a regular expression. */
  regExpShapes: RegExpShapes | null = null
  /** Symbol.for, ECMA-262 20.4.2.2. */
  readonly symbolRegistry = new Map<string, symbol>()
  /** Object.prototype got a property whose key is an index: then appending to an array must ask it. */
  objectPrototypeHasElements = false

  readonly objectPrototype: JSObject
  readonly functionPrototype: JSObject
  readonly arrayPrototype: JSObject
  readonly objectShape: Shape
  readonly arrayShape: Shape
  readonly nativeShape: Shape

  constructor(declarations: ReadonlyMap<string, Intrinsic>) {
    this.declarations = declarations
    this.objectPrototype = this.intrinsic("Object.prototype")
    this.functionPrototype = this.intrinsic("Function.prototype")
    this.arrayPrototype = this.intrinsic("Array.prototype")
    this.objectShape = this.shapeFor(this.objectPrototype)
    this.arrayShape = this.shapeFor(this.arrayPrototype)
    this.nativeShape = this.lazyShapeFor(this.functionPrototype)
  }

  get globalObject(): JSObject {
    return (this.ownGlobalObject ??= this.intrinsic("globalThis"))
  }
  private ownGlobalObject: JSObject | null = null

  get stringPrototype(): JSObject {
    return (this.ownStringPrototype ??= this.intrinsic("String.prototype"))
  }
  private ownStringPrototype: JSObject | null = null

  get numberPrototype(): JSObject {
    return (this.ownNumberPrototype ??= this.intrinsic("Number.prototype"))
  }
  private ownNumberPrototype: JSObject | null = null

  /** A built-in object by the standard's name without percent signs. */
  intrinsic(name: string): JSObject {
    const found = this.objects.get(name)
    if (found !== undefined) return found
    const declaration = this.declarations.get(name)
    if (declaration === undefined) throw new Error(`no intrinsic ${name}`)
    const { prototype, entry, kind } = declaration
    const data = entry === undefined ? (declaration.data?.() ?? null) : new NativeFunction(entry, NO_CAPTURES)
    const shape = lazyShape(this.prototypeNamed(prototype))
    shape.builtIn = new BuiltIn(declaration)
    const object = new JSObject(shape, NO_SLOTS, kind, data)
    this.objects.set(name, object)
    return object
  }

  private prototypeNamed(name: string | null): JSObject | null {
    return name === null ? null : this.intrinsic(name)
  }

  /** Declared objects touched so far, by name. */
  touched(): ReadonlyMap<string, JSObject> {
    return this.objects
  }
  /** Other built-in functions made so far, by path. */
  madeFunctions(): ReadonlyMap<string, JSObject> {
    return this.functions
  }

  /** The object is of the realm as it was made, not of the program. */
  isBuiltIn({ shape, data }: JSObject): boolean {
    if (shape.builtIn !== null) return true
    return data instanceof NativeFunction && data.captures === NO_CAPTURES
  }

  /** What a name of the global object was declared as, as long as nothing but single names was read of it; else EMPTY. */
  unchangedGlobal(name: Key): Value | Empty {
    const { lazy, builtIn } = this.globalObject.shape
    if (!lazy) return EMPTY
    const { properties } = builtIn!.declaration
    const slot = templateOf(builtIn!.declaration).table.get(name)
    const property = slot === undefined ? undefined : properties[slot]![1]
    return property === undefined || "get" in property ? EMPTY : (this.declared(property) as Value)
  }

  /** The one function object of an entry. */
  functionOf(entry: Entry): JSObject {
    if (this.declarations.get(entry.path)?.entry === entry) return this.intrinsic(entry.path)
    let found = this.functions.get(entry.path)
    if (found === undefined) this.functions.set(entry.path, (found = this.newNative(entry, NO_CAPTURES)))
    return found
  }

  /** The built-in function that a declared object was given under a key. */
  intrinsicMethod(owner: string, key: PropertyKey): JSObject {
    const declared = this.declarations.get(owner)!.properties.find(([name]) => name === key)![1]
    return this.functionOf((declared as { method: Entry }).method)
  }

  /** A built-in function with captured state, such as a promise's resolving functions. */
  newNative(entry: Entry, captures: unknown[]): JSObject {
    return new JSObject(this.nativeShape, NO_SLOTS, Kind.Native, new NativeFunction(entry, captures))
  }

  /** A built-in function of a declared object, by path. */
  entryOf(path: string): Entry | undefined {
    return entriesOf(this.declarations).get(path)
  }

  // Shapes

  /** The shape of objects without properties whose prototype this is. */
  shapeFor(prototype: JSObject | null): Shape {
    if (prototype === null) return this.nullRoot
    const { builtIn } = prototype.shape
    if (builtIn !== null) return (builtIn.root ??= this.newRoot(prototype))
    const { root } = (this.programRoots ??= new Roots())
    let shape = root.get(prototype)
    if (shape === undefined) root.set(prototype, (shape = this.newRoot(prototype)))
    return shape
  }

  private newRoot(prototype: JSObject): Shape {
    return rootShape(prototype, new ShapeFamily(this))
  }

  /** The shape of functions with this prototype whose own properties nothing has asked for. */
  lazyShapeFor(prototype: JSObject | null): Shape {
    if (prototype === null) return lazyNullRoot
    const { builtIn } = prototype.shape
    if (builtIn !== null) return (builtIn.lazyRoot ??= lazyShape(prototype))
    const { lazyRoot } = (this.programRoots ??= new Roots())
    let shape = lazyRoot.get(prototype)
    if (shape === undefined) lazyRoot.set(prototype, (shape = lazyShape(prototype)))
    return shape
  }

  /** The shapes of objects whose prototype this is, if there ever was one. */
  familyBelow(prototype: JSObject): ShapeFamily | null | undefined {
    const { builtIn } = prototype.shape
    return (builtIn === null ? this.programRoots?.root.get(prototype) : builtIn.root)?.family
  }

  closureShape(kind: FunctionShape["kind"]): Shape {
    return kind === "normal" ? this.nativeShape : this.lazyShapeFor(this.intrinsic(closurePrototypes[kind]))
  }

  /** Ends every cached read through a prototype. */
  bumpEpoch(): void {
    this.epoch.valid = false
    this.epoch = new Epoch()
  }

  // Own properties

  /** Fills the own properties of an object whose shape is lazy. */
  materialize(object: JSObject): void {
    const { builtIn } = object.shape
    if (builtIn !== null) this.fill(object, builtIn)
    else if (object.kind === Kind.Closure)
      this.fillClosure(object, (object.data as Closure<FunctionShape>).code)
    else this.fillNative(object, (object.data as NativeFunction<Entry>).entry)
  }

  /** Fills an object's own properties if they are not yet. */
  materializeAll(object: JSObject): void {
    if (object.shape.lazy) this.materialize(object)
  }

  /** Whether a program changed a built-in object: its properties, prototype, extensibility or elements. */
  isChanged({ shape, slots, data }: JSObject): boolean {
    const { builtIn } = shape
    if (builtIn === null) return this.isFunctionChanged(shape, slots, (data as NativeFunction<Entry>).entry)
    if (shape.lazy) return false
    const { extensible, prototype, properties } = builtIn.declaration
    if (!shape.sharedTable || shape.extensible !== (extensible ?? true)) return true
    if (shape.prototype !== this.prototypeNamed(prototype)) return true
    if (Array.isArray(data) && data.length > 0) return true
    return !properties.every(([, property], index) => this.isDeclared(property, slots[index]))
  }

  private isFunctionChanged(shape: Shape, slots: Slot[], { length, functionName }: Entry): boolean {
    if (shape.lazy) return shape !== this.nativeShape
    return (
      shape !== this.functionShape(this.functionPrototype) || slots[0] !== length || slots[1] !== functionName
    )
  }

  private isDeclared(property: PropertyDeclaration, slot: Slot): boolean {
    const declared = this.declared(property)
    if (declared instanceof Accessor) {
      return slot instanceof Accessor && slot.get === declared.get && slot.set === declared.set
    }
    return Object.is(declared, slot)
  }

  private fill(object: JSObject, builtIn: BuiltIn): void {
    // from now on it can be changed, which caches of its names do not see
    if (object === this.ownGlobalObject) this.bumpEpoch()
    const { declaration } = builtIn
    const { table, attributes, keys } = templateOf(declaration)
    const shape = new Shape(object.shape.prototype, null, null, 0, declaration.extensible ?? true, false)
    shape.builtIn = builtIn
    shape.table = table
    shape.dictionaryAttributes = attributes
    shape.dictionaryKeys = keys
    shape.sharedTable = true
    shape.count = attributes.length
    object.shape = shape
    object.slots = declaration.properties.map(([, property]) => this.declared(property))
  }

  private declared(property: PropertyDeclaration): Slot {
    if ("method" in property) return this.functionOf(property.method)
    if ("intrinsic" in property) return this.intrinsic(property.intrinsic)
    if ("value" in property) return property.value
    return new Accessor(
      property.get === undefined ? undefined : this.functionOf(property.get),
      property.set === undefined ? undefined : this.functionOf(property.set),
    )
  }

  private fillNative(object: JSObject, entry: Entry): void {
    object.shape = this.functionShape(object.shape.prototype)
    object.slots = [entry.length, entry.functionName]
  }

  private functionShape(prototype: JSObject | null): Shape {
    return this.shapeFor(prototype).add("length", CONFIGURABLE).add("name", CONFIGURABLE)
  }

  private fillClosure(object: JSObject, code: FunctionShape): void {
    const shape = this.functionShape(object.shape.prototype)
    if (!code.hasPrototype) {
      object.shape = shape
      object.slots = [code.length, code.name]
      return
    }
    object.shape = shape.add("prototype", WRITABLE)
    object.slots = [code.length, code.name, this.prototypeFor(object, code.kind)]
  }

  /** MakeConstructor, ECMA-262 10.2.5, and the prototypes of generators, 15.5.3. */
  private prototypeFor(constructor: JSObject, kind: FunctionShape["kind"]): JSObject {
    if (kind === "generator") return this.newObject(this.intrinsic("Generator.prototype"))
    if (kind === "asyncGenerator") return this.newObject(this.intrinsic("AsyncGenerator.prototype"))
    const shape = this.objectShape.add("constructor", WRITABLE | CONFIGURABLE)
    return new JSObject(shape, [constructor], Kind.Ordinary, null)
  }

  newObject(prototype: JSObject | null): JSObject {
    this.meter.used += OBJECT_BYTES
    return new JSObject(this.shapeFor(prototype), [], Kind.Ordinary, null)
  }
}

/** Prototypes of functions by their kind. */
const closurePrototypes = {
  normal: "Function.prototype",
  async: "AsyncFunction.prototype",
  generator: "GeneratorFunction.prototype",
  asyncGenerator: "AsyncGeneratorFunction.prototype",
} as const

/** Attributes of a declared method and of a declared constant. */
export const METHOD = WRITABLE | CONFIGURABLE
export const CONSTANT = 0
export const PLAIN = WRITABLE | ENUMERABLE | CONFIGURABLE
