import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import { type FormHelp, textOf } from "../../lib/form.ts"
import { isId } from "../../lib/is-id.ts"
import { t } from "../../lib/translate.ts"
import { dateOf, ReadyList } from "./ready-list.tsx"

/** The payouts that a file of this account can pay. */
export function ReadyPayments({ values, fill }: FormHelp) {
  const [ownAccount, executionDate] = [textOf(values, "ownAccount"), dateOf(values)]
  const { data, error } = useQuery({
    queryKey: ["payment-files", "ready", ownAccount, executionDate],
    queryFn: () => call("GET /v1/payment-files/ready", { ownAccount, ...(executionDate && { executionDate }) }),
    enabled: isId(ownAccount),
  })
  if (!isId(ownAccount)) return null
  if (error) return <p className="text-sm text-bad">{error.message}</p>
  if (!data) return null
  const payments = data.payments.map(each => ({ ...each, id: each.number, facts: [`${each.number} · ${each.account}`] }))
  const none = t`No payout in ${data.currency} is ready.`
  return <ReadyList answer={data} payments={payments} field="payouts" none={none} values={values} fill={fill} />
}
