import { Reference } from "../../dashboard/reference.tsx"
import { definePage } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { percent } from "../../lib/percent.ts"
import { t } from "../../lib/translate.ts"
import { serviceActions } from "./forms.ts"

export const servicePage = definePage<"services">({
  heading: row => row.name,
  subheading: row => row.description,
  facts: row => [
    [t`Price`, row.price && money(row.price.amount, row.price.currency)],
    [t`Tax`, row.tax && `${percent(Number(row.tax.rate) / 100)}${row.tax.code && ` (${row.tax.code})`}`],
    [t`Category`, row.category || undefined],
    [t`Supplier`, row.supplier && <Reference to="partnerships" id={row.supplier} />],
  ],
  actions: serviceActions,
})
