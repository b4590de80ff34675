import type { z } from "zod"
import type { Context } from "../../kit/operation/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { newId } from "../../kit/pure/id.ts"
import { resolveContact } from "../../parties/contacts/store.ts"
import { resolvePartnershipId } from "../../parties/partnerships/store.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { resolveService } from "../services/store.ts"
import { orderProblem } from "./errors.ts"
import { assertNotReserved, assertOpen, assertCanAddItem } from "./rules.ts"
import { NewOrder, NewOrderItem, Order, orderFilters, OrderItem } from "./schema.ts"
import { insertOrder, listOrders, readOrder, readOrderForUpdate, renderOrder, saveOrder } from "./store.ts"

export const orderOperations = [
  operation({
    route: "POST /v1/orders/create",
    noun: "order",
    summary: "Create an order for a contact, with one item for each of the given services",
    needs: "orders.edit",
    effect: "draft",
    idempotency: "both",
    input: NewOrder,
    output: Order,
    async run(ctx, { contact, source, services, metadata }) {
      assertNotReserved(source)
      const contact_id = await resolveContact(ctx, contact)
      const items = await Promise.all(services.map(service => newItem(ctx, { service })))
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
    input: noInput,
    output: Order,
    subject: readOrder,
    run: (_ctx, _input, order) => renderOrder(order),
  }),

  operation({
    route: "POST /v1/orders/{id}/items/create",
    noun: "order",
    summary: "Add an item to an open order; price and supplier are the service's unless given",
    needs: "orders.edit",
    effect: "draft",
    input: NewOrderItem,
    output: OrderItem,
    subject: readOrderForUpdate,
    async run(ctx, fields, order) {
      assertOpen(order, "extended")
      assertCanAddItem(order.items)
      const item = await newItem(ctx, fields)
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
    input: noInput,
    output: Order,
    subject: readOrderForUpdate,
    run(ctx, _input, order) {
      assertOpen(order, "completed")
      return saveOrder(ctx, order, { status: "completed" })
    },
  }),

  operation({
    route: "POST /v1/orders/{id}/cancel",
    noun: "order",
    summary: "Cancel an open order of which no item is billed",
    needs: "orders.edit",
    effect: "change",
    input: noInput,
    output: Order,
    subject: readOrderForUpdate,
    run(ctx, _input, order) {
      assertOpen(order, "canceled")
      const billed = order.items.find(item => item.paymentIntent !== null)
      if (billed) throw orderProblem("ORD-2002", { reason: `item ${billed._id} is billed by ${billed.paymentIntent}` })
      return saveOrder(ctx, order, { status: "canceled" })
    },
  }),

  timeline("orders", "orders.view", readOrder),
]

async function newItem(ctx: Context, fields: z.output<typeof NewOrderItem>): Promise<OrderItem> {
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
