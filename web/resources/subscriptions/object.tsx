import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { rich } from "../../lib/rich.ts"
import { ago, tenantNow } from "../../lib/time.ts"
import { t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { ExactWhen, Money } from "../../ui/value.tsx"
import { subscriptionActions } from "./forms.ts"
import { cadence } from "./resource.tsx"

export const subscriptionPage = definePage<"subscriptions">({
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  subheading: row => (
    <>
      {rich`${cadence(row)} from ${<Reference to="contacts" id={row.contact} />}`}
      {row.nextCycleAt && ` · ${t`next ${ago(row.nextCycleAt)}`}`}
    </>
  ),
  facts: row => [
    [t`Mode`, say(row.mode)],
    [
      t`Saved card`,
      row.chargeBy === "saved-method" && (row.savedMethod ? <Reference to="saved-methods" id={row.savedMethod} /> : t`Not saved yet`),
    ],
    [t`Cycles`, row.cycles === null ? t`${whole(row.cycle)} so far` : t`${whole(row.cycle)} of ${whole(row.cycles)}`],
    [t`Next`, row.nextCycleAt && <ExactWhen at={row.nextCycleAt} />],
    [t`Last payment`, row.lastIntent && <Reference to="payment-intents" id={row.lastIntent} />],
    [t`Last failure`, row.lastFailure?.message],
    [Date.parse(row.startAt) > tenantNow().getTime() ? t`Starts` : t`Began`, <ExactWhen at={row.startAt} />],
  ],
  Body: deferred(async () => (await import("./lines.tsx")).SubscriptionLines),
  related: row => [{ title: t`Payments`, to: "payment-intents", filter: { subscription: row._id } }],
  actions: subscriptionActions,
})
