import { useQuery } from "@tanstack/react-query"
import { call } from "../../client.ts"
import { type FormHelp, textOf } from "../../lib/form.ts"
import { isId } from "../../lib/is-id.ts"
import { t } from "../../lib/translate.ts"
import { dateOf, ReadyList } from "./ready-list.tsx"

/** The debits that a file of this account can collect. */
export function ReadyDebits({ values, fill }: FormHelp) {
  const [ownAccount, executionDate] = [textOf(values, "ownAccount"), dateOf(values)]
  const { data, error } = useQuery({
    queryKey: ["payment-files", "debits-ready", ownAccount, executionDate],
    queryFn: () => call("GET /v1/payment-files/debits-ready", { ownAccount, ...(executionDate && { executionDate }) }),
    enabled: isId(ownAccount),
  })
  if (!isId(ownAccount)) return null
  if (error) return <p className="text-sm text-bad">{error.message}</p>
  if (!data) return null
  const payments = data.debits.map(each => {
    const { transaction, remittance, account, mandate, sequence } = each
    return { ...each, id: transaction, facts: [`${remittance} · ${account}`, `${mandate} · ${sequence}`] }
  })
  const none = t`No debit in ${data.currency} can be collected on ${data.executionDate}.`
  return <ReadyList answer={data} payments={payments} field="debits" none={none} values={values} fill={fill} />
}
