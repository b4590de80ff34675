import type { z } from "zod"
import { resolveService } from "../../catalogue/services/store.ts"
import type { Context } from "../../kit/db/context.ts"
import { generalProblem, missingField } from "../../kit/pure/errors.ts"
import { newId } from "../../kit/pure/id.ts"
import { randomText } from "../../kit/service/crypto.ts"
import { paymentLinkProblem } from "./errors.ts"
import { assertFitsOpenAmount, assertPeriod } from "./rules.ts"
import type { LinkLine, NewPaymentLink, PaymentLink } from "./schema.ts"
import { findBySlug, insertPaymentLink } from "./store.ts"

type Input = z.output<typeof NewPaymentLink>

/** Copies name, price, supplier and tax of the services, so that a change of a service changes nothing that is on sale. */
export async function createPaymentLink(ctx: Context, input: Input): Promise<PaymentLink> {
  const { openAmount = null, maxUses = null, opensAt = null, closesAt = null, slug = randomSlug() } = input
  assertFitsOpenAmount(openAmount !== null, input.lines)
  assertPeriod(opensAt, closesAt)
  const taken = await findBySlug(ctx, slug)
  if (taken) throw generalProblem("GEN-1010", { kind: "payment link", field: "slug", _id: taken.id })
  const services = await Promise.all(input.lines.map(({ service }) => resolveService(ctx, service)))
  const currency = input.currency ?? services.find(each => each.price_currency !== null)?.price_currency
  if (!currency) throw missingField("currency", "is required, because no service has a price")
  const lines = input.lines.map((line, i): LinkLine => {
    const { id, name, category, supplier_id, tax, price_amount, price_currency } = services[i]!
    const amount = line.amount ?? (price_currency === currency ? price_amount : null)
    if (openAmount === null && !amount) throw paymentLinkProblem("PLK-1001", { service: name, currency })
    const place = { _id: newId(ctx.now), service: id, name, category, supplier: supplier_id, tax }
    return { ...place, amount: openAmount ? null : amount, quantity: line.quantity, stock: line.stock ?? null, taken: 0 }
  })
  return insertPaymentLink(ctx, {
    slug,
    name: input.name,
    description: input.description,
    currency,
    lines,
    open_amount: openAmount,
    fields: input.fields,
    max_uses: maxUses,
    opens_at: opensAt,
    closes_at: closesAt,
    hold_minutes: input.holdMinutes,
    metadata: input.metadata,
  })
}

const slugLength = 12

/** Nobody finds it by trying. */
const randomSlug = () =>
  randomText(32)
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, "")
    .slice(0, slugLength)
