import { Landmark } from "lucide-react"
import { accountStatuses, owners } from "../../../src/parties/bank-accounts/values.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { countryName, say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { created } from "../../dashboard/created-column.tsx"
import { choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { isId } from "../../lib/is-id.ts"
import { ofContact } from "../contacts/field.ts"

export const bankAccounts = defineResource("bank-accounts", {
  event: "bankAccounts",
  noun: "bank account",
  title: "Bank accounts",
  about: "Where payouts go and direct debits come from. Numbers are encrypted and never shown in full.",
  icon: Landmark,
  needs: "bankAccounts.view",
  tabs: { field: "owner", values: owners },
  filters: [choiceFilter("status", "Status", accountStatuses), currencyFilter],
  search: { placeholder: "Contact or id", filter: text => (isId(text) ? { _id: text } : undefined), names: ofContact },
  columns: [
    { header: "Account", cell: row => <span className="num font-medium">{row.masked}</span> },
    { header: "Holder", cell: row => row.holder },
    { header: "Country", cell: row => countryName(row.country) },
    { header: "Currency", cell: row => row.currency },
    { header: "Owner", isExtra: true, cell: row => say(row.owner) },
    { header: "Status", cell: row => <Status status={row.status} /> },
    created,
  ],
  summary: row => ({
    first: `${row.holder} ${row.masked}`,
    second: `${countryName(row.country)} · ${row.currency}`,
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "holder", "masked", "country", "currency", "owner", "contact", "partnership", "status", "createdAt"],
  empty: "Add your own account, a partner's for payouts, or a payer's for direct debits.",
  create: { label: "New bank account", needs: "bankAccounts.edit" },
  object: { name: row => row.masked },
})
