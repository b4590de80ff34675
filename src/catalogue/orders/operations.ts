import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { Id } from "../../kit/pure/fields.ts"
import { newId } from "../../kit/pure/id.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { resolveActiveContact } from "../../parties/contacts/store.ts"
import { resolvePartnershipId } from "../../parties/partnerships/store.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { resolveService } from "../services/store.ts"
import type { FindBill } from "./ports.ts"
import { assertCanAddItem, assertNoBill, assertNotReserved, assertOpen, assertUnbilled, billedBy, readItem } from "./rules.ts"
import { NewOrder, NewOrderItem, Order, OrderChange, orderFilters, OrderItem, OrderItemChange } from "./schema.ts"
import { insertOrder, listOrders, readOrder, readOrderForUpdate, renderOrder, saveOrder } from "./store.ts"

export const orderOperations = (findBill: FindBill) => [
  operation({
    route: "POST /v1/orders/create",
    creates: true,
    noun: "order",
    summary: "Create an order for a contact, with one item for each of the given services",
    needs: "orders.edit",
    effect: "draft",
    idempotency: "both",
    input: NewOrder,
    output: Order,
    async run(ctx, { contact, source, services, metadata }) {
      assertNotReserved(source)
      const contact_id = await resolveActiveContact(ctx, contact)
      const items = await Promise.all(services.map(service => newItem(ctx, { service })))
      return insertOrder(ctx, { contact_id, source, items, metadata })
    },
  }),

  listing({
    route: "GET /v1/orders",
    tool: "order_list",
    noun: "order",
    plural: "orders",
    summary: "List orders, newest first; filter by contact",
    needs: "orders.view",
    filters: orderFilters,
    toolFilters: ["contact"],
    item: Order,
    run: listOrders,
  }),

  operation({
    route: "GET /v1/orders/{id}",
    tool: "order_get",
    toolNote: "Orders are changed in the dashboard.",
    noun: "order",
    summary: "One order with its items, by id or number",
    needs: "orders.view",
    effect: "read",
    input: noInput,
    output: Order,
    subject: readOrder,
    run: (_ctx, _input, order) => renderOrder(order),
  }),

  operation({
    route: "POST /v1/orders/{id}/update",
    noun: "order",
    summary: "Change the metadata of an order, or its contact while the order is open and has no payment intent",
    needs: "orders.edit",
    effect: "change",
    input: OrderChange,
    output: Order,
    subject: readOrderForUpdate,
    async run(ctx, { contact, metadata }, order) {
      const contact_id = contact === undefined ? order.contact_id : await resolveActiveContact(ctx, contact)
      if (contact_id !== order.contact_id) {
        assertOpen(order, "given another contact")
        assertNoBill(await findBill(ctx, order.id))
      }
      return saveOrder(ctx, order, { contact_id, metadata: mergeMetadata(order.metadata, metadata) })
    },
  }),

  operation({
    route: "POST /v1/orders/{id}/items/create",
    creates: true,
    noun: "order",
    summary: "Add an item to an open order; price, supplier and tax are the service's unless given",
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
    route: "POST /v1/orders/{id}/items/{itemId}/update",
    noun: "order",
    summary: "Change an item of an open order that no payment intent bills; a new service sets price, supplier and tax unless given",
    needs: "orders.edit",
    effect: "change",
    input: OrderItemChange,
    output: OrderItem,
    subject: readOrderForUpdate,
    assertPart: (_ctx, order, { itemId }) => readItem(order.items, itemId!),
    async run(ctx, { itemId, ...change }, order) {
      const before = readItem(order.items, itemId)
      assertOpen(order, "changed")
      assertUnbilled(before)
      const item = await applyChange(ctx, before, change)
      saveOrder(ctx, order, { items: order.items.map(each => (each === before ? item : each)) })
      return item
    },
  }),

  operation({
    route: "POST /v1/orders/{id}/items/{itemId}/delete",
    noun: "order",
    summary: "Delete an item of an open order that no payment intent bills",
    needs: "orders.edit",
    effect: "change",
    input: z.object({ itemId: z.string() }),
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: readOrderForUpdate,
    assertPart: (_ctx, order, { itemId }) => readItem(order.items, itemId!),
    run(ctx, { itemId }, order) {
      const item = readItem(order.items, itemId)
      assertOpen(order, "changed")
      assertUnbilled(item)
      saveOrder(ctx, order, { items: order.items.filter(each => each !== item) })
      return { _id: item._id, deleted: true as const }
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
    assertPossible: order => assertOpen(order, "completed"),
    run(ctx, _input, order) {
      return saveOrder(ctx, order, { status: "completed" })
    },
  }),

  operation({
    route: "POST /v1/orders/{id}/cancel",
    noun: "order",
    summary: "Cancel an open order that has no billed items",
    needs: "orders.edit",
    effect: "change",
    input: noInput,
    output: Order,
    subject: readOrderForUpdate,
    assertPossible(order) {
      assertOpen(order, "canceled")
      order.items.forEach(assertUnbilled)
    },
    run(ctx, _input, order) {
      return saveOrder(ctx, order, { status: "canceled" })
    },
  }),

  timeline("orders", "orders.view", readOrder),
]

async function newItem(ctx: Context, fields: z.output<typeof NewOrderItem>): Promise<OrderItem> {
  const service = await resolveService(ctx, fields.service)
  const supplier = fields.supplier === undefined ? service.supplier_id : await resolvePartnershipId(ctx, fields.supplier)
  const tax = fields.tax === undefined ? service.tax : fields.tax
  return {
    _id: newId(ctx.now),
    service: service.id,
    name: service.name,
    category: service.category,
    supplier,
    amount: fields.amount ?? service.price_amount,
    currency: fields.currency ?? service.price_currency,
    ...(tax && { tax }),
    ...billedBy([]),
    createdAt: ctx.now.toISOString(),
  }
}

type ItemChange = Omit<z.output<typeof OrderItemChange>, "itemId">

async function applyChange(ctx: Context, before: OrderItem, { service, supplier, amount, currency, tax }: ItemChange): Promise<OrderItem> {
  const { _id, createdAt } = before
  const { tax: copiedTax, ...copied } = service === undefined ? before : await newItem(ctx, { service })
  const supplierId = supplier ? await resolvePartnershipId(ctx, supplier) : supplier
  const ownTax = tax === undefined ? copiedTax : tax
  return { ...copied, ...omitUndefined({ supplier: supplierId, amount, currency }), ...(ownTax && { tax: ownTax }), _id, createdAt }
}
