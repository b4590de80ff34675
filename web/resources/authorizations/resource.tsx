import { FileSignature, ScrollText } from "lucide-react"
import { authorizationStatuses, schemes } from "../../../src/money/authorizations/values.ts"
import type { Output } from "../../client.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { amountText } from "../../lib/money.ts"
import { Status } from "../../ui/status.tsx"
import { Money } from "../../ui/value.tsx"
import { ContactCell } from "../contacts/cell.tsx"
import { created } from "../../dashboard/created-column.tsx"
import { choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { isId } from "../../lib/is-id.ts"
import { t } from "../../lib/translate.ts"
import { ofContact } from "../contacts/field.ts"

type Authorization = Output<"GET /v1/authorizations/{id}">

export const accountOf = ({ scheme, bankAccount }: Authorization) => `${scheme.toUpperCase()} ${bankAccount.masked}`

export const mandates = defineResource("authorizations", {
  path: "mandates",
  event: "authorizations",
  approval: {
    type: "authorization",
    icon: FileSignature,
    again: ({ contact, bankAccount, scheme, currency, maxAmount, reference }) => {
      const limit = maxAmount === null ? "" : amountText(maxAmount, currency)
      return { contact, bankAccount: bankAccount._id, scheme, currency, maxAmount: limit, reference: reference ?? "" }
    },
  },
  noun: t`mandate`,
  title: t`Mandates`,
  about: t`Permissions of payers to debit their bank account.`,
  icon: ScrollText,
  needs: "authorizations.view",
  tabs: { field: "status", values: authorizationStatuses },
  filters: [currencyFilter, choiceFilter("scheme", t`Scheme`, schemes)],
  search: { placeholder: t`Contact or id`, filter: text => (isId(text) ? { _id: text } : undefined), names: ofContact },
  columns: [
    { id: "contact", header: t`Contact`, cell: row => <ContactCell id={row.contact} isPlain /> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "account", header: t`Account`, cell: row => <span className="num">{row.bankAccount.masked}</span> },
    { id: "scheme", header: t`Scheme`, cell: row => row.scheme.toUpperCase() },
    {
      id: "limit",
      header: t`Limit`,
      cell: row => (row.maxAmount === null ? t`no limit` : <Money amount={row.maxAmount} currency={row.currency} />),
    },
    created,
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: accountOf(row),
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "status", "contact", "scheme", "currency", "maxAmount", "reference", "activatedAt", "endedAt", "createdAt"],
  empty: t`With a mandate a subscription can debit the payer's account automatically.`,
  create: { label: t`New mandate`, needs: "authorizations.edit" },
  object: { name: row => row.reference ?? accountOf(row) },
})
