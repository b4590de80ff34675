import { pageOf } from "../../kit/db/list-query.ts"
import { audit } from "../../kit/events/audit.ts"
import { listing, operation } from "../../kit/operation/operation.ts"
import { findOrders, saveOrder } from "./order-store.ts"
import { MethodOrder, SavedOrder } from "./schema.ts"
import { resolveConnection } from "./store.ts"

/** Whoever can change where payments go could steal them, so each write asks for the password again. */
export const guarded = { needs: "gateways.edit", needsConfirmation: "recent", effect: "change" } as const

export const listOrders = listing({
  route: "GET /v1/gateway-connections/orders",
  label: "List the orders of connections",
  noun: "gatewayConnection",
  plural: "orders",
  summary: "Which connections serve a method in a currency, the first one first; without an order the oldest connection serves it",
  needs: "gateways.view",
  filters: {},
  item: SavedOrder,
  async run(ctx, query) {
    const orders = await findOrders(ctx)
    return pageOf(
      orders.map(({ method, currency, connections }) => ({ method, currency, connections })),
      query,
    )
  },
})

export const orderConnections = operation({
  ...guarded,
  route: "POST /v1/gateway-connections/order",
  label: "Order the connections of a method",
  noun: "gatewayConnection",
  summary: "Say which connection serves a method in a currency: the first active one of the list",
  input: MethodOrder,
  output: SavedOrder,
  async run(ctx, { method, currency, connections }) {
    const ids: string[] = []
    for (const reference of connections) ids.push((await resolveConnection(ctx, reference)).id)
    const order = { method, currency, connections: [...new Set(ids)] }
    saveOrder(ctx, order)
    audit(ctx, { action: "gatewayConnections.order", kind: "gatewayConnections", id: ids[0] ?? ctx.tenant.id })
    return order
  },
})
