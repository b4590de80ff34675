import { Reference } from "../../dashboard/reference.tsx"
import { definePage } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { ExactWhen } from "../../ui/value.tsx"
import { mandateActions } from "./forms.ts"
import { accountOf } from "./resource.tsx"

const kindOf = ({ scheme, isOneOff }: { scheme: string; isOneOff: boolean }) =>
  isOneOff ? t`${scheme.toUpperCase()}, one debit only` : scheme.toUpperCase()

export const authorizationPage = definePage<"authorizations">({
  heading: row => <Reference to="contacts" id={row.contact} />,
  subheading: accountOf,
  facts: row => [
    [t`Account`, row.bankAccount.masked],
    [t`Limit per debit`, row.maxAmount === null ? t`no limit` : money(row.maxAmount, row.currency)],
    [t`Reference`, row.reference],
    [t`Held by`, row.terms && t`you, for payment files`],
    [t`Kind`, row.terms && kindOf(row.terms)],
    [t`Signed on`, row.terms?.signedOn],
    [t`Notice`, row.terms && plural(row.terms.noticeDays, t`${whole(row.terms.noticeDays)} day`, t`${whole(row.terms.noticeDays)} days`)],
    [t`Correction`, row.terms?.correction && t`${row.terms.correction}: record another mandate with what the bank asks for`],
    [t`Active since`, row.activatedAt && <ExactWhen at={row.activatedAt} />],
    [t`Ended`, row.endedAt && <ExactWhen at={row.endedAt} />],
    [t`Reason`, row.failureReason],
  ],
  related: row => [
    row.terms === null
      ? { title: t`Subscriptions`, to: "subscriptions", filter: { authorization: row._id } }
      : { title: t`Debits`, to: "transactions", filter: { authorization: row._id } },
  ],
  actions: mandateActions,
})
