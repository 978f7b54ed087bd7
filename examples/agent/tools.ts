/** The host's tools: plain functions over a small shop, described by JSON Schemas. */
import { CodeMode, Namespace, Tool } from "../../src/index.ts"

interface Order {
  readonly id: string
  readonly customer: string
  readonly status: "open" | "paid" | "sent"
  readonly totalCents: number
}

const orders: ReadonlyArray<Order> = Array.from({ length: 240 }, (_, at) => ({
  id: `order_${at + 1}`,
  customer: `customer_${(at % 12) + 1}`,
  status: (["open", "paid", "sent"] as const)[at % 3]!,
  totalCents: 1_000 + ((at * 7_919) % 90_000),
}))

const order = {
  type: "object",
  properties: {
    id: { type: "string" },
    customer: { type: "string" },
    status: { enum: ["open", "paid", "sent"] },
    totalCents: { type: "integer" },
  },
  required: ["id", "customer", "status", "totalCents"],
}

const pageSize = 50

const listOrders = Tool.make({
  description: "Orders, the oldest first, in pages of fifty.",
  input: {
    type: "object",
    properties: {
      status: { enum: ["open", "paid", "sent"], description: "Only orders in this state" },
      cursor: { type: "string", description: "`next` of the page before" },
    },
  },
  output: {
    type: "object",
    properties: { orders: { type: "array", items: order }, next: { type: "string" } },
    required: ["orders"],
  },
  execute: async ({ status, cursor = "0" }: { status?: Order["status"]; cursor?: string }) => {
    const found = orders.filter((one) => status === undefined || one.status === status)
    const end = Number(cursor) + pageSize
    const page = found.slice(Number(cursor), end)
    return end < found.length ? { orders: page, next: String(end) } : { orders: page }
  },
})

const lookupCustomer = Tool.make({
  description: "One customer by id.",
  input: { type: "object", properties: { id: { type: "string" } }, required: ["id"] },
  output: {
    type: "object",
    properties: { id: { type: "string" }, name: { type: "string" } },
    required: ["id", "name"],
  },
  execute: async ({ id }: { id: string }) => ({ id, name: `Customer ${id.replace("customer_", "No. ")}` }),
})

/** A runtime with everything that a host decides: tools, and the limits of a run. */
export const runtime = CodeMode.make({
  tools: {
    orders: Namespace.make({ description: "Purchases and their state", tools: { list: listOrders } }),
    customers: { lookup: lookupCustomer },
  },
  limits: { timeoutMs: 10_000, maxToolCalls: 100, maxOutputBytes: 4_000 },
})
