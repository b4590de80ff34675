import { Reference } from "../../dashboard/reference.tsx"
import { definePage } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { serviceActions } from "./forms.ts"

export const servicePage = definePage<"services">({
  heading: row => row.name,
  subheading: row => row.description,
  facts: row => [
    ["Price", row.price && money(row.price.amount, row.price.currency)],
    ["Tax", row.tax && `${row.tax.rate}%${row.tax.code && ` (${row.tax.code})`}`],
    ["Category", row.category || undefined],
    ["Supplier", row.supplier && <Reference to="partnerships" id={row.supplier} />],
  ],
  actions: serviceActions,
})
