import { Vault } from "lucide-react"
import { ownAccountStatuses, profileNames } from "../../../src/parties/own-accounts/values.ts"
import { created } from "../../dashboard/created-column.tsx"
import { choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { isId } from "../../lib/is-id.ts"
import { countryName, say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"

export const ownAccounts = defineResource("own-accounts", {
  event: "ownAccounts",
  noun: "own account",
  title: "Own accounts",
  about: "Your accounts at banks: payment files are sent from them, and statements are about them.",
  icon: Vault,
  needs: "bankAccounts.view",
  tabs: { field: "status", values: ownAccountStatuses },
  filters: [currencyFilter, choiceFilter("profile", "Files", profileNames)],
  search: { placeholder: "Name or id", filter: text => (isId(text) ? { _id: text } : { name: text }) },
  columns: [
    { header: "Name", cell: row => <span className="font-medium">{row.name}</span> },
    { header: "Account", cell: row => <span className="num">{row.masked}</span> },
    { header: "Country", isExtra: true, cell: row => countryName(row.country) },
    { header: "Currency", cell: row => row.currency },
    { header: "Files", isExtra: true, cell: row => (row.profile ? say(row.profile) : "None") },
    { header: "Status", cell: row => <Status status={row.status} /> },
    created,
  ],
  summary: row => ({
    first: `${row.name} ${row.masked}`,
    second: `${countryName(row.country)} · ${row.currency}`,
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "name", "holder", "masked", "country", "currency", "profile", "status", "createdAt"],
  empty: "Add the account that your payment files debit, or whose statements you import.",
  create: { label: "New own account", needs: "bankAccounts.edit" },
  object: { name: row => row.name, hasNoNumber: true },
})
