/** How building a request stops a call before anything is sent. */
import { toolError } from "../ToolError.ts"

/** Throws a `ToolError` for input that cannot be sent. */
export function refuse(message: string): never {
  throw toolError(message)
}
