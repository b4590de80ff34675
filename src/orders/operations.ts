import type { z } from "zod"
import { timeline } from "../audit/timeline.ts"
import { resolveContact } from "../contacts/store.ts"
import type { Context } from "../kit/context.ts"
import { newId } from "../kit/id.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { Problem } from "../kit/problem.ts"
import { resolvePartnershipId } from "../partnerships/store.ts"
import { resolveService } from "../services/store.ts"
import { assertNotReserved, assertOpen, assertRoom } from "./rules.ts"
import { NewOrder, NewOrderItem, Order, orderFilters, OrderItem } from "./schema.ts"
import { insertOrder, listOrders, readOrder, saveOrder, shownOrder, takeOrder } from "./store.ts"

export const orderOperations = [
  operation({
    route: "POST /v1/orders/create",
    noun: "order",
    summary: "Create an order for a contact; one item is made of each service named",
    needs: "orders.edit",
    effect: "draft",
    idempotency: "both",
    input: NewOrder,
    output: Order,
    async run(ctx, { contact, source, services, metadata }) {
      assertNotReserved(source)
      const contact_id = await resolveContact(ctx, contact)
      const items = await Promise.all(services.map(service => itemOf(ctx, { service })))
      return insertOrder(ctx, { contact_id, source, items, metadata })
    },
  }),

  listing({
    route: "GET /v1/orders",
    tool: "order_list",
    noun: "order",
    plural: "orders",
    summary: "List orders, newest first; filter by contact (id or e-mail)",
    needs: "orders.view",
    filters: orderFilters,
    toolFilters: ["contact"],
    item: Order,
    run: listOrders,
  }),

  operation({
    route: "GET /v1/orders/{id}",
    tool: "order_get",
    noun: "order",
    summary: "One order with its items",
    needs: "orders.view",
    effect: "read",
    input: nothing,
    output: Order,
    subject: readOrder,
    run: (_ctx, _input, order) => shownOrder(order),
  }),

  operation({
    route: "POST /v1/orders/{id}/items/create",
    noun: "order",
    summary: "Add an item to an open order; price and supplier are the service's unless given",
    needs: "orders.edit",
    effect: "draft",
    input: NewOrderItem,
    output: OrderItem,
    subject: takeOrder,
    async run(ctx, fields, order) {
      assertOpen(order, "given items")
      assertRoom(order.items)
      const item = await itemOf(ctx, fields)
      saveOrder(ctx, order, { items: [...order.items, item] })
      return item
    },
  }),

  operation({
    route: "POST /v1/orders/{id}/complete",
    noun: "order",
    summary: "Close an open order as completed",
    needs: "orders.edit",
    effect: "change",
    input: nothing,
    output: Order,
    subject: takeOrder,
    run(ctx, _input, order) {
      assertOpen(order, "completed")
      return saveOrder(ctx, order, { status: "completed" })
    },
  }),

  operation({
    route: "POST /v1/orders/{id}/cancel",
    noun: "order",
    summary: "Cancel an open order that no payment intent bills",
    needs: "orders.edit",
    effect: "change",
    input: nothing,
    output: Order,
    subject: takeOrder,
    run(ctx, _input, order) {
      assertOpen(order, "canceled")
      const billed = order.items.find(item => item.paymentIntent !== null)
      if (billed) throw new Problem("ORD-2002", { reason: `item ${billed._id} is billed by ${billed.paymentIntent}` })
      return saveOrder(ctx, order, { status: "canceled" })
    },
  }),

  timeline("orders", "orders.view", readOrder),
]

async function itemOf(ctx: Context, fields: z.output<typeof NewOrderItem>): Promise<OrderItem> {
  const service = await resolveService(ctx, fields.service)
  const supplier = fields.supplier === undefined ? service.supplier_id : await resolvePartnershipId(ctx, fields.supplier)
  return {
    _id: newId(ctx.now),
    service: service.id,
    name: service.name,
    category: service.category,
    supplier,
    amount: fields.amount ?? service.price_amount,
    currency: fields.currency ?? service.price_currency,
    paymentIntent: null,
    createdAt: ctx.now.toISOString(),
  }
}
