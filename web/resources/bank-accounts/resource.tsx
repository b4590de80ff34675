import { Landmark } from "lucide-react"
import { accountStatuses, owners } from "../../../src/parties/bank-accounts/values.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { countryName, say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { created } from "../../dashboard/created-column.tsx"
import { choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { isId } from "../../lib/is-id.ts"
import { t } from "../../lib/translate.ts"
import { ofContact } from "../contacts/field.ts"

export const bankAccounts = defineResource("bank-accounts", {
  event: "bankAccounts",
  noun: t`bank account`,
  title: t`Bank accounts`,
  about: t`Where payouts go and direct debits come from. Numbers are encrypted and never shown in full.`,
  icon: Landmark,
  needs: "bankAccounts.view",
  tabs: { field: "owner", values: owners },
  filters: [choiceFilter("status", t`Status`, accountStatuses), currencyFilter],
  search: { placeholder: t`Contact or id`, filter: text => (isId(text) ? { _id: text } : undefined), names: ofContact },
  columns: [
    { id: "account", header: t`Account`, cell: row => <span className="num font-medium">{row.masked}</span> },
    { id: "holder", header: t`Holder`, cell: row => row.holder },
    { id: "country", header: t`Country`, cell: row => countryName(row.country) },
    { id: "currency", header: t`Currency`, cell: row => row.currency },
    { id: "owner", header: t`Owner`, isExtra: true, cell: row => say(row.owner) },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    created,
  ],
  summary: row => ({
    first: `${row.holder} ${row.masked}`,
    second: `${countryName(row.country)} · ${row.currency}`,
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "holder", "masked", "country", "currency", "owner", "contact", "partnership", "status", "createdAt"],
  empty: t`Add your own account, a partner's for payouts, or a payer's for direct debits.`,
  create: { label: t`New bank account`, needs: "bankAccounts.edit" },
  object: { name: row => row.masked },
})
