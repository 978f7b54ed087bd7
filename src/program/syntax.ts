/** ESTree as the later passes read it, with what scope analysis notes on its nodes. */
import type { FunctionInfo, Scope, Variable } from "./scope.ts"

export interface Syntax {
  type: string
  start: number
  end: number
  /** Preorder number in its unit. */
  number: number
  /** Of a form that opens a scope. */
  scope?: Scope
  /** Of a function, a class field's value, a static block or the program. */
  info?: FunctionInfo
  /** Of an identifier that refers to or declares a variable: what it means; null for a global. */
  variable?: Variable | null
  /** The scope in which an identifier, a function or `this` stands. */
  within?: Scope
  /** The binding may still be in its temporal dead zone here. */
  checked?: boolean
  [field: string]: any
}
