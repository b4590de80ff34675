import { definePage } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { ExactWhen } from "../../ui/value.tsx"
import { paymentLinkActions } from "./forms.ts"
import { priceOf, usesOf } from "./resource.tsx"

export const paymentLinkPage = definePage<"payment-links">({
  heading: row => row.name,
  subheading: row => row.description || priceOf(row),
  facts: row => [
    [t`Sale`, say(row.availability)],
    [t`Price`, priceOf(row)],
    [t`Amounts to choose from`, row.openAmount?.presets.map(amount => money(amount, row.currency)).join(", ")],
    [t`Orders`, usesOf(row)],
    [t`Opens`, row.opensAt && <ExactWhen at={row.opensAt} />],
    [t`Ends`, row.closesAt && <ExactWhen at={row.closesAt} />],
    [t`Unpaid orders end after`, plural(row.holdMinutes, t`${whole(row.holdMinutes)} minute`, t`${whole(row.holdMinutes)} minutes`)],
    [t`Questions`, row.fields.map(({ label }) => label).join(", ") || undefined],
  ],
  copies: row => [
    [t`Address`, row.url],
    [t`Number`, row.number],
  ],
  actions: paymentLinkActions,
  related: row => [{ title: t`Orders by visitors`, to: "payment-link-purchases", filter: { paymentLink: row._id } }],
  Body: deferred(async () => (await import("./body.tsx")).PaymentLinkBody),
})
