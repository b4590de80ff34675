import { bigint, identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import { formatNumber } from "../../kit/pure/format-number.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { config } from "../../kit/service/config.ts"
import { availabilityOf } from "./rules.ts"
import type { CustomField, LinkLine, OpenAmount, PaymentLink } from "./schema.ts"
import { linkStatuses } from "./values.ts"

const columns = {
  ...identity,
  number: text,
  slug: text,
  name: text,
  description: text,
  status: oneOf(linkStatuses),
  currency: text,
  lines: json<LinkLine[]>(),
  open_amount: json<OpenAmount | null>(),
  fields: json<CustomField[]>(),
  max_uses: nullable(bigint),
  uses: bigint,
  opens_at: nullable(timestamptz),
  closes_at: nullable(timestamptz),
  hold_minutes: bigint,
  ...tracked,
}
export type PaymentLinkRow = Row<typeof columns>

const links = resource("payment_links", columns, {
  noun: "payment link",
  publishes: "paymentLinks",
  counted: "status",
  number: "number",
  render: renderPaymentLink,
})
export const { read: readPaymentLink, resolve: resolvePaymentLink, readForUpdate: readPaymentLinkForUpdate, list: listPaymentLinks } = links
/** The link at the end of a public address. */
export const findBySlug = links.findBy("slug")

type Content = Omit<
  PaymentLinkRow,
  keyof typeof identity | "number" | "status" | "uses" | "created_at" | "updated_at" | "version" | "revision"
>

export async function insertPaymentLink(ctx: Context, content: Content): Promise<PaymentLink> {
  const number = formatNumber("PL", await nextNumber(ctx.tenant.id, "payment-link"))
  return links.insert(ctx, { ...content, number, status: "active", uses: 0 }).object
}

export const savePaymentLink = (ctx: Context, before: PaymentLinkRow, change: Partial<Content> & { status?: PaymentLinkRow["status"] }) =>
  links.save(ctx, before, change).object

/** Counts without an event: a link that sells well would publish nothing else. A concurrent purchase of the same link runs again. */
export const countOnLink = (ctx: Context, link: PaymentLinkRow, counts: Pick<PaymentLinkRow, "uses" | "lines">) =>
  links.touch(ctx, link, counts)

type Sold = { open: number; paid: number; released: number; money_paid: string; refunded: string }

/** What the purchases of a link came to. Sums are text, because they may exceed JavaScript's safe integers. */
export async function findSold({ tenant }: Context, link: string): Promise<Sold> {
  const [row] = await query<Sold>(
    [tenant.id],
    sql`
    select count(*) filter (where p.status = 'open')::int as open, count(*) filter (where p.status = 'paid')::int as paid,
      count(*) filter (where p.status = 'released')::int as released,
      coalesce(sum(i.paid), 0)::text as money_paid, coalesce(sum(i.refunded), 0)::text as refunded
    from payment_link_purchases p
    left join payment_intents i on i.tenant_id = p.tenant_id and i.id = p.payment_intent_id
    where p.tenant_id = ${tenant.id} and p.payment_link_id = ${link}`,
  )
  return row!
}

const urlOf = (tenant: Pick<Tenant, "slug">, slug: string) => `${config.BASE_URL}/buy/${tenant.slug}/${slug}`

export function renderPaymentLink(row: PaymentLinkRow, { tenant, now }: Pick<Context, "tenant" | "now">): PaymentLink {
  return {
    _id: row.id,
    number: row.number,
    slug: row.slug,
    url: urlOf(tenant, row.slug),
    name: row.name,
    description: row.description,
    status: row.status,
    availability: availabilityOf(row, now),
    currency: row.currency,
    lines: row.lines,
    openAmount: row.open_amount,
    fields: row.fields,
    maxUses: row.max_uses,
    uses: row.uses,
    opensAt: isoTimeOrNull(row.opens_at),
    closesAt: isoTimeOrNull(row.closes_at),
    holdMinutes: row.hold_minutes,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
