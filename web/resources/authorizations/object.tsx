import { Reference } from "../../dashboard/reference.tsx"
import { definePage } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { ExactWhen } from "../../ui/value.tsx"
import { mandateActions } from "./forms.ts"
import { accountOf } from "./resource.tsx"

export const authorizationPage = definePage<"authorizations">({
  heading: row => <Reference to="contacts" id={row.contact} />,
  subheading: accountOf,
  facts: row => [
    ["Account", row.bankAccount.masked],
    ["Limit per debit", row.maxAmount === null ? "no limit" : money(row.maxAmount, row.currency)],
    ["Reference", row.reference],
    ["Held by", row.terms && "you, for payment files"],
    ["Kind", row.terms && `${row.terms.scheme.toUpperCase()}${row.terms.isOneOff ? ", one debit only" : ""}`],
    ["Signed on", row.terms?.signedOn],
    ["Notice", row.terms && `${row.terms.noticeDays} days`],
    ["Correction", row.terms?.correction && `${row.terms.correction}: record another mandate with what the bank asks for`],
    ["Active since", row.activatedAt && <ExactWhen at={row.activatedAt} />],
    ["Ended", row.endedAt && <ExactWhen at={row.endedAt} />],
    ["Reason", row.failureReason],
  ],
  related: row => [
    row.terms === null
      ? { title: "Subscriptions", to: "subscriptions", filter: { authorization: row._id } }
      : { title: "Debits", to: "transactions", filter: { authorization: row._id } },
  ],
  actions: mandateActions,
})
