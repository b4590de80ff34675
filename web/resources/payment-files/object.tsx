import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { CopyId, ExactWhen, Money } from "../../ui/value.tsx"
import { paymentFileActions } from "./forms.ts"

export const paymentFilePage = definePage<"payment-files">({
  heading: row => <Money amount={row.total} currency={row.currency} />,
  subheading: row => (
    <>
      {row.count} {row.count === 1 ? "payment" : "payments"} {row.direction === "debits" ? "to" : "from"}{" "}
      <Reference to="own-accounts" id={row.ownAccount} />
    </>
  ),
  facts: row => [
    [row.direction === "debits" ? "Collected on" : "Executed on", row.executionDate],
    ["Format", say(row.format)],
    ["Sent", row.sentAt && <ExactWhen at={row.sentAt} />],
    ["SHA-256", <CopyId label="hash" value={row.sha256} />],
  ],
  Body: deferred(async () => (await import("./lines.tsx")).PaymentFileBody),
  actions: paymentFileActions,
})
