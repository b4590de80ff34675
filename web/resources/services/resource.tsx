import { Tag } from "lucide-react"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { Money } from "../../ui/value.tsx"
import { created } from "../../dashboard/created-column.tsx"
import { isId } from "../../lib/is-id.ts"
import { t } from "../../lib/translate.ts"

export const services = defineResource("services", {
  event: "services",
  noun: t`service`,
  title: t`Services`,
  about: t`What you sell, with its price and supplier.`,
  icon: Tag,
  needs: "services.view",
  search: { placeholder: t`Whole name or id`, filter: text => (isId(text) ? { _id: text } : { name: text }) },
  columns: [
    { id: "name", header: t`Name`, cell: row => <span className="font-medium">{row.name}</span> },
    { id: "price", header: t`Price`, cell: row => (row.price ? <Money {...row.price} /> : "–") },
    { id: "category", header: t`Category`, isExtra: true, cell: row => row.category || "–" },
    { id: "supplier", header: t`Supplier`, cell: row => <Reference to="partnerships" id={row.supplier} /> },
    created,
  ],
  summary: row => ({ first: row.name, second: row.category, end: row.price ? <Money {...row.price} /> : "" }),
  csv: ["_id", "name", "category", "description", "price.amount", "price.currency", "supplier", "createdAt"],
  empty: t`Orders and payments copy the name, price and supplier of a service.`,
  create: { label: t`New service`, needs: "services.edit" },
  object: { name: row => row.name },
})
