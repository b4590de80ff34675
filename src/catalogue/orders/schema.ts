import { z } from "zod"
import { Amount, common, Currency, Id, Metadata, UtcTimestamp, Reference, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { NewTax, Tax } from "../../kit/pure/tax.ts"
import { orderStatuses, sources } from "./values.ts"

export const maxOrderItems = 200

/** Price, supplier and tax are copied from the service when the item is created, unless they are given. */
export const OrderItem = z
  .object({
    _id: Id,
    service: Id,
    name: z.string(),
    category: z.string(),
    supplier: Id.nullable(),
    amount: Amount.nullable(),
    currency: Currency.nullable(),
    tax: Tax.optional(),
    paymentIntent: Id.nullable().meta({ description: "The first of its payment intents" }),
    paymentIntents: z.array(Id).meta({ description: "The payment intents that bill it, such as a deposit and the rest" }),
    createdAt: UtcTimestamp,
  })
  .meta({ id: "OrderItem" })
export type OrderItem = z.output<typeof OrderItem>

export const Order = z
  .object({
    _id: Id,
    number: z.string().meta({ example: "OR-000123" }),
    contact: Id,
    source: z.enum(sources),
    status: z.enum(orderStatuses),
    items: z.array(OrderItem),
    version: Version,
    ...common,
  })
  .meta({ id: "Order" })
export type Order = z.output<typeof Order>

const service = Reference("Service id or name")

export const NewOrder = z
  .object({
    contact: Reference("Contact id or e-mail"),
    source: z.enum(sources, `must be one of ${sources.join(", ")}`).meta({ description: "manual; the others are reserved" }),
    services: z.array(service).max(maxOrderItems).default([]).meta({ description: "One item is created for each" }),
    metadata: Metadata.default({}),
  })
  .meta({ example: { contact: "ana@example.com", source: "manual", services: ["Spring course"] } })

export const NewOrderItem = z.object({
  service,
  supplier: Reference("Partnership id, code, name or the beginning of its name").optional(),
  amount: Amount.min(0, "must not be negative").optional(),
  currency: Currency.optional(),
  tax: NewTax.nullish().meta({ description: "The tax that the amount includes; by default that of the service, and null means none" }),
})

/** Only the sent fields change; a metadata entry set to "" is removed. */
export const OrderChange = z
  .object({ contact: Reference("Contact id or e-mail; it can be changed only while the order has no payment intent"), metadata: Metadata })
  .partial()

/** Only the sent fields change. A new service sets price, supplier and tax unless they are sent too; null removes supplier or tax. */
export const OrderItemChange = z.object({
  itemId: z.string(),
  ...NewOrderItem.partial().shape,
  supplier: NewOrderItem.shape.supplier.nullable(),
})

export const orderFilters = {
  contact: by.text("contact_id"),
  status: by.oneOf("status", orderStatuses),
  source: by.oneOf("source", sources),
  number: by.text("number"),
  ...commonFilters,
}
