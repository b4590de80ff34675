import { definePage } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { ExactWhen } from "../../ui/value.tsx"
import { paymentLinkActions } from "./forms.ts"
import { priceOf, usesOf } from "./resource.tsx"

export const paymentLinkPage = definePage<"payment-links">({
  heading: row => row.name,
  subheading: row => row.description || priceOf(row),
  facts: row => [
    ["Sale", say(row.availability)],
    ["Price", priceOf(row)],
    ["Amounts to choose from", row.openAmount?.presets.map(amount => money(amount, row.currency)).join(", ")],
    ["Orders", usesOf(row)],
    ["Opens", row.opensAt && <ExactWhen at={row.opensAt} />],
    ["Ends", row.closesAt && <ExactWhen at={row.closesAt} />],
    ["Unpaid orders end after", `${row.holdMinutes} minutes`],
    ["Questions", row.fields.map(({ label }) => label).join(", ") || undefined],
  ],
  copies: row => [
    ["Address", row.url],
    ["Number", row.number],
  ],
  actions: paymentLinkActions,
  related: row => [{ title: "Orders by visitors", to: "payment-link-purchases", filter: { paymentLink: row._id } }],
  Body: deferred(async () => (await import("./body.tsx")).PaymentLinkBody),
})
