import { Vault } from "lucide-react"
import { ownAccountStatuses, profileNames } from "../../../src/parties/own-accounts/values.ts"
import { created } from "../../dashboard/created-column.tsx"
import { choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { isId } from "../../lib/is-id.ts"
import { t } from "../../lib/translate.ts"
import { countryName, say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"

export const ownAccounts = defineResource("own-accounts", {
  event: "ownAccounts",
  noun: t`own account`,
  title: t`Own accounts`,
  about: t`Your accounts at banks: payment files are sent from them, and statements are about them.`,
  icon: Vault,
  needs: "bankAccounts.view",
  tabs: { field: "status", values: ownAccountStatuses },
  filters: [currencyFilter, choiceFilter("profile", t`Files`, profileNames)],
  search: { placeholder: t`Name or id`, filter: text => (isId(text) ? { _id: text } : { name: text }) },
  columns: [
    { id: "name", header: t`Name`, cell: row => <span className="font-medium">{row.name}</span> },
    { id: "account", header: t`Account`, cell: row => <span className="num">{row.masked}</span> },
    { id: "country", header: t`Country`, isExtra: true, cell: row => countryName(row.country) },
    { id: "currency", header: t`Currency`, cell: row => row.currency },
    { id: "files", header: t`Files`, isExtra: true, cell: row => (row.profile ? say(row.profile) : t`None`) },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    created,
  ],
  summary: row => ({
    first: `${row.name} ${row.masked}`,
    second: `${countryName(row.country)} · ${row.currency}`,
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "name", "holder", "masked", "country", "currency", "profile", "status", "createdAt"],
  empty: t`Add the account that your payment files debit, or whose statements you import.`,
  create: { label: t`New own account`, needs: "bankAccounts.edit" },
  object: { name: row => row.name, hasNoNumber: true },
})
