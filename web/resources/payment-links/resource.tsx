import { Store } from "lucide-react"
import { linkStatuses } from "../../../src/money/payment-links/values.ts"
import type { Output } from "../../client.ts"
import { created } from "../../dashboard/created-column.tsx"
import { byNumberOrId } from "../../dashboard/fields.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"

type PaymentLink = Output<"GET /v1/payment-links/{id}">

/** What a visitor pays: a price, several, or an amount of their own. */
export function priceOf({ openAmount, lines, currency }: PaymentLink): string {
  if (openAmount) return `${money(openAmount.min, currency)} – ${money(openAmount.max, currency)}`
  return lines.map(({ amount }) => money(amount ?? 0, currency)).join(", ")
}

export const usesOf = ({ uses, maxUses }: PaymentLink) => (maxUses === null ? whole(uses) : t`${whole(uses)} of ${whole(maxUses)}`)

export const paymentLinks = defineResource("payment-links", {
  event: "paymentLinks",
  numberPrefix: "PL",
  noun: t`payment link`,
  title: t`Payment links`,
  about: t`Public addresses at which anybody can order.`,
  icon: Store,
  needs: "paymentIntents.view",
  tabs: { field: "status", values: linkStatuses },
  search: { placeholder: t`Number, id or end of the address`, filter: text => byNumberOrId(text) ?? { slug: text.toLowerCase() } },
  columns: [
    { id: "name", header: t`Name`, cell: row => <span className="font-medium">{row.name}</span> },
    { id: "sale", header: t`Sale`, cell: row => <Status status={row.availability} /> },
    { id: "price", header: t`Price`, cell: priceOf },
    { id: "orders", header: t`Orders`, isNumber: true, cell: usesOf },
    { id: "number", header: t`Number`, isExtra: true, cell: row => <span className="font-mono text-xs">{row.number}</span> },
    created,
  ],
  summary: row => ({ first: row.name, second: `${priceOf(row)} · ${usesOf(row)}`, end: say(row.availability) }),
  csv: ["_id", "number", "name", "url", "status", "availability", "currency", "uses", "maxUses", "opensAt", "closesAt", "createdAt"],
  empty: t`A payment link sells a service to everybody who opens its address: tickets, a course, a donation.`,
  create: { label: t`New reusable payment link`, needs: "paymentIntents.edit" },
  object: { name: row => row.number, label: row => row.name },
})
