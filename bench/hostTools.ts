/** Tools that the realistic programs call, over data that is the same in every run. Each gives plain data at once. */

/** A tool as every peer gets it. */
export type HostTool = (input: never) => unknown

const countries = ["DE", "FR", "US", "JP", "BR"]
const categories = ["books", "games", "garden", "music", "tools", "toys"]
const states = ["open", "closed", "waiting"]

/** Numbers below `end`, in an order that looks random: 16 bits of a linear congruential generator. */
function numbers(seed: number): (end: number) => number {
  let state = seed
  return (end) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return (state >>> 16) % end
  }
}

const list = <A>(length: number, make: (index: number) => A): Array<A> =>
  Array.from({ length }, (_, index) => make(index))

function once<I, O>(make: (input: I) => O): (input: I) => O {
  const made = new Map<string, O>()
  return (input) => {
    const key = JSON.stringify(input)
    if (!made.has(key)) made.set(key, make(input))
    return made.get(key)!
  }
}

function sales({ orders, users }: { readonly orders: number; readonly users: number }) {
  const below = numbers(orders + users)
  const start = Date.UTC(2024, 0, 1)
  return {
    users: list(users, (index) => ({
      id: index + 1,
      name: `Customer ${index + 1}`,
      email: ` Customer${below(users)}@example.com`,
      country: countries[below(countries.length)]!,
    })),
    orders: list(orders, (index) => ({
      id: index + 1,
      userId: 1 + below(users),
      category: categories[below(categories.length)]!,
      price: (100 + below(20_000)) / 100,
      quantity: 1 + below(9),
      at: new Date(start + below(60_000) * 600_000).toISOString(),
      note: below(20) === 0 ? `said "urgent", twice` : "",
    })),
  }
}

/** About 1 MB of JSON. */
function events(): string {
  const below = numbers(7)
  const all = list(8_600, (index) => ({
    id: index,
    level: ["info", "warning", "error"][below(3)]!,
    message: `Request ${index} to the service ${categories[below(categories.length)]!} has ended`,
    durationMs: below(100),
    tags: below(4) === 0 ? ["ignored", "api"] : ["api"],
  }))
  return JSON.stringify(all)
}

function serverLog(): string {
  const below = numbers(11)
  const line = (index: number): string => {
    if (below(50) === 0) return `-- rotated ${index} --`
    const time = new Date(Date.UTC(2024, 5, 1) + index * 1_700).toISOString().slice(0, 19)
    const path = ["/users/12", "/users/7/orders", "/health", "/files/report-3.pdf"][below(4)]!
    const method = ["GET", "POST", "PUT"][below(3)]!
    return `[${time}Z] ${method} ${path} ${[200, 404, 503][below(3)]!} ${below(900)}ms from user${below(30)}@Host${below(9)}.example`
  }
  return list(4_000, line).join("\n")
}

interface File {
  readonly name: string
  readonly size?: number
  readonly children?: ReadonlyArray<File>
}

function tree(depth: number, below: (end: number) => number, name: string): File {
  if (depth === 0) return { name: `${name}${[".ts", ".md", ".json"][below(3)]!}`, size: below(9_000) }
  return { name, children: list(4, (index) => tree(depth - 1, below, `${name}${index}`)) }
}

const ticket = (id: number) => ({
  id,
  title: `Ticket ${id}`,
  state: states[(id * 7) % states.length]!,
  priority: (id * 13) % 5,
  labels: [categories[id % categories.length]!],
})

const texts: Readonly<Record<string, () => string>> = { "events.json": events, "server.log": serverLog }
const read = once(({ path }: { readonly path: string }) => texts[path]!())

/** By path. */
export const hostTools: Readonly<Record<string, HostTool>> = {
  "data.sales": once(sales),
  "files.read": read,
  "files.tree": once(({ depth }: { readonly depth: number }) => tree(depth, numbers(3), "root")),
  "tickets.get": ({ id }: { readonly id: number }) => ticket(id),
  "tickets.list": ({ cursor, limit }: { readonly cursor: number | null; readonly limit: number }) => {
    const start = cursor ?? 0
    return { items: list(limit, (index) => ticket(start + index)), next: start + limit }
  },
}
