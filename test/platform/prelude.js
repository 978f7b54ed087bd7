/* oxlint-disable -- guest code, which another program uses */
// Guest code before the rows: what a row may call, and how its value is shown.
const show = (value) => {
  if (typeof value === "string") return JSON.stringify(value)
  if (Array.isArray(value)) return `[${Array.from(value, show).join(", ")}]`
  if (Object.is(value, -0)) return "-0"
  return typeof value === "bigint" ? `${value}n` : String(value)
}
/** the href, or the error */
const url = (input, base) => new URL(input, base).href
/** protocol, username, password, host, hostname, port, pathname, search, hash and origin */
const parts = (input, base) => {
  const { protocol, username, password, host, hostname, port, pathname, search, hash, origin } = new URL(
    input,
    base,
  )
  return [protocol, username, password, host, hostname, port, pathname, search, hash, origin]
}
/** the href after an assignment */
const setting = (href, part, value) => {
  const made = new URL(href)
  made[part] = value
  return made.href
}
const params = (init) => new URLSearchParams(init)
const pairs = (init) => Array.from(new URLSearchParams(init))
/** the query after a change */
const changed = (init, change) => {
  const made = new URLSearchParams(init)
  change(made)
  return String(made)
}
const decode = (label, bytes, options) => new TextDecoder(label, options).decode(new Uint8Array(bytes))
/** the text of each piece, and what the end of the stream gives */
const stream = (label, pieces, options) => {
  const decoder = new TextDecoder(label, options)
  return [...pieces.map((bytes) => decoder.decode(new Uint8Array(bytes), { stream: true })), decoder.decode()]
}
const encode = (text) => Array.from(new TextEncoder().encode(text))
const name = (label) => new TextDecoder(label).encoding
const kindOf = (value) => Object.prototype.toString.call(value).slice(8, -1)
const clone = (value, options) => structuredClone(value, options)
