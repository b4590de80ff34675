import { bigint, identity, json, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { resource } from "../../kit/operation/resource.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { resolveContact } from "../../parties/contacts/store.ts"
import { resolveOrderId } from "../../catalogue/orders/store.ts"
import { linksOf } from "../payment-intents/links.ts"
import { resolvePaymentIntentId } from "../payment-intents/store.ts"
import type { Purchase } from "./schema.ts"
import { resolvePaymentLink } from "./store.ts"
import { type PurchaseStatus, purchaseStatuses } from "./values.ts"

const columns = {
  ...identity,
  payment_link_id: text,
  contact_id: text,
  order_id: text,
  payment_intent_id: text,
  payment_intent_number: text,
  name: text,
  email: text,
  lines: json<Purchase["lines"]>(),
  answers: json<Purchase["answers"]>(),
  amount: bigint,
  currency: text,
  status: oneOf(purchaseStatuses),
  expires_at: timestamptz,
  ...tracked,
}
export type PurchaseRow = Row<typeof columns>

const purchases = resource("payment_link_purchases", columns, {
  noun: "purchase",
  publishes: "paymentLinkPurchases",
  counted: "status",
  references: {
    paymentLink: async (ctx, reference) => (await resolvePaymentLink(ctx, reference)).id,
    contact: resolveContact,
    paymentIntent: resolvePaymentIntentId,
    order: resolveOrderId,
  },
  render: renderPurchase,
})
export const { read: readPurchase, readForUpdate: readPurchaseForUpdate, list: listPurchases } = purchases

/** The purchase that a payment intent is for. */
export const findPurchaseOfIntent = purchases.findBy("payment_intent_id")

type NewPurchaseRow = Omit<PurchaseRow, keyof typeof identity | "status" | "created_at" | "updated_at" | "version" | "revision">

export const insertPurchase = (ctx: Context, fields: NewPurchaseRow): PurchaseRow =>
  purchases.insert(ctx, { ...fields, status: "open" }).row

export const savePurchase = (ctx: Context, before: PurchaseRow, status: PurchaseStatus) => purchases.save(ctx, before, { status })

export function renderPurchase(row: PurchaseRow, { tenant }: Pick<Context, "tenant">): Purchase {
  return {
    _id: row.id,
    paymentLink: row.payment_link_id,
    contact: row.contact_id,
    order: row.order_id,
    paymentIntent: row.payment_intent_id,
    name: row.name,
    email: row.email,
    lines: row.lines,
    answers: row.answers,
    amount: row.amount,
    currency: row.currency,
    status: row.status,
    expiresAt: isoTime(row.expires_at),
    payUrl: linksOf(tenant, { id: row.payment_intent_id, number: row.payment_intent_number }).long,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
