import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { ago, tenantNow } from "../../lib/time.ts"
import { say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { ExactWhen, Money } from "../../ui/value.tsx"
import { subscriptionActions } from "./forms.ts"
import { cadence } from "./resource.tsx"

export const subscriptionPage = definePage<"subscriptions">({
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  subheading: row => (
    <>
      {cadence(row)} from <Reference to="contacts" id={row.contact} />
      {row.nextCycleAt && ` · next ${ago(row.nextCycleAt)}`}
    </>
  ),
  facts: row => [
    ["Mode", say(row.mode)],
    [
      "Saved card",
      row.chargeBy === "saved-method" && (row.savedMethod ? <Reference to="saved-methods" id={row.savedMethod} /> : "Not saved yet"),
    ],
    ["Cycles", row.cycles === null ? `${row.cycle} so far` : `${row.cycle} of ${row.cycles}`],
    ["Next", row.nextCycleAt && <ExactWhen at={row.nextCycleAt} />],
    ["Last payment", row.lastIntent && <Reference to="payment-intents" id={row.lastIntent} />],
    ["Last failure", row.lastFailure?.message],
    [Date.parse(row.startAt) > tenantNow().getTime() ? "Starts" : "Began", <ExactWhen at={row.startAt} />],
  ],
  Body: deferred(async () => (await import("./lines.tsx")).SubscriptionLines),
  related: row => [{ title: "Payments", to: "payment-intents", filter: { subscription: row._id } }],
  actions: subscriptionActions,
})
