import type { Output } from "../../client.ts"
import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { rich } from "../../lib/rich.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { deferred } from "../../ui/deferred.tsx"
import { CopyId, ExactWhen, Money } from "../../ui/value.tsx"
import { paymentFileActions } from "./forms.ts"

function accountOf({ direction, ownAccount }: Output<"GET /v1/payment-files/{id}">) {
  const account = <Reference to="own-accounts" id={ownAccount} />
  return direction === "debits" ? rich`to the account ${account}` : rich`from the account ${account}`
}

export const paymentFilePage = definePage<"payment-files">({
  heading: row => <Money amount={row.total} currency={row.currency} />,
  subheading: row => (
    <>
      {plural(row.count, t`${whole(row.count)} payment`, t`${whole(row.count)} payments`)} · {accountOf(row)}
    </>
  ),
  facts: row => [
    [row.direction === "debits" ? t`Collected on` : t`Executed on`, row.executionDate],
    [t`Format`, say(row.format)],
    [t`Sent`, row.sentAt && <ExactWhen at={row.sentAt} />],
    ["SHA-256", <CopyId label={t`hash`} value={row.sha256} />],
  ],
  Body: deferred(async () => (await import("./lines.tsx")).PaymentFileBody),
  actions: paymentFileActions,
})
