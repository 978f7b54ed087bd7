/** An expression that gives another's value as JSON, with `undefined` and NaN as texts. */
export function shown(expression: string): string {
  return `JSON.stringify(${expression}, (key, value) => value === undefined ? "undefined" : value !== value ? "NaN" : value)`
}
