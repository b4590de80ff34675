import { billedBy } from "../../catalogue/orders/rules.ts"
import type { OrderItem } from "../../catalogue/orders/schema.ts"
import { insertOrder } from "../../catalogue/orders/store.ts"
import { linesOf } from "../payment-intents/lines.ts"
import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { newId } from "../../kit/pure/id.ts"
import { findContact, insertContact } from "../../parties/contacts/store.ts"
import { createPurchaseIntent } from "../payment-intents/create.ts"
import { insertPurchase, type PurchaseRow } from "./purchase-store.ts"
import { assertOnSale, type ChosenLine, chooseLines, expiryOf, profileOf, readAnswers, takeUnits } from "./rules.ts"
import type { NewPurchase } from "./schema.ts"
import { countOnLink, type PaymentLinkRow } from "./store.ts"

/** A draft contact that has paid nothing by then is erased. */
const draftDays = 7

/**
 * What a visitor wants becomes an order, its payment intent and, if the e-mail is new, a draft contact, in one commit. The units are taken
 * from the row of the link, so of two visitors who want the last unit the second runs again, and finds it sold. A contact that exists keeps
 * its data: a stranger may have typed its e-mail.
 */
export async function purchase(ctx: Context, link: PaymentLinkRow, wanted: NewPurchase): Promise<PurchaseRow> {
  assertOnSale(link, ctx.now)
  const chosen = chooseLines(link, wanted)
  const answers = readAnswers(link.fields, wanted.answers)
  const lines = takeUnits(link.lines, chosen)
  const intentId = newId(ctx.now)
  const items = chosen.flatMap(each => itemsOf(ctx, each, link.currency, intentId))
  const contact = await findBuyer(ctx, wanted)
  const metadata = { paymentLink: link.number, ...Object.fromEntries(answers.map(({ key, value }) => [key, value])) }
  const order = await insertOrder(ctx, { contact_id: contact.id, source: "ecommerce", items, metadata })
  const expiresAt = expiryOf(ctx.now, link.hold_minutes)
  const intent = await createPurchaseIntent(
    ctx,
    { contact, currency: link.currency, dueAt: expiresAt, items: linesOf(items), description: link.name, metadata },
    { id: intentId, order_id: order._id },
  )
  countOnLink(ctx, link, { uses: link.uses + 1, lines })
  const made = insertPurchase(ctx, {
    payment_link_id: link.id,
    contact_id: contact.id,
    order_id: order._id,
    payment_intent_id: intentId,
    payment_intent_number: intent.number,
    name: wanted.name,
    email: wanted.email,
    lines: chosen.map(({ line, quantity }) => ({ line: line._id, name: line.name, quantity })),
    answers,
    amount: intent.amount,
    currency: link.currency,
    expires_at: expiresAt,
    metadata: {},
  })
  enqueue(ctx, "expire-purchase", { purchase: made.id }, expiresAt)
  return made
}

async function findBuyer(ctx: Context, { email, name }: NewPurchase): Promise<{ id: string }> {
  const known = await findContact(ctx, email)
  if (known) return { id: known.id }
  const draft = insertContact(ctx, { email, profile: profileOf(name), locale: null, metadata: {} }, true)
  enqueue(ctx, "remove-draft-contact", { contact: draft._id }, new Date(ctx.now.getTime() + draftDays * dayMs))
  return { id: draft._id }
}

/** One item for each unit, so that a unit can be refunded on its own and a fixed share of a partner counts for each. */
function itemsOf(ctx: Context, { line, quantity, unitAmount }: ChosenLine, currency: string, intent: string) {
  const { service, name, category, supplier, tax } = line
  return Array.from({ length: quantity }, (): OrderItem & { amount: number } => ({
    _id: newId(ctx.now),
    service,
    name,
    category,
    supplier,
    amount: unitAmount,
    currency,
    ...(tax && { tax }),
    ...billedBy([intent]),
    createdAt: ctx.now.toISOString(),
  }))
}
