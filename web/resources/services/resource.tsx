import { Tag } from "lucide-react"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { Money } from "../../ui/value.tsx"
import { created } from "../../dashboard/created-column.tsx"
import { isId } from "../../lib/is-id.ts"

export const services = defineResource("services", {
  event: "services",
  noun: "service",
  title: "Services",
  about: "What you sell, with its price and supplier.",
  icon: Tag,
  needs: "services.view",
  search: { placeholder: "Whole name or id", filter: text => (isId(text) ? { _id: text } : { name: text }) },
  columns: [
    { header: "Name", cell: row => <span className="font-medium">{row.name}</span> },
    { header: "Price", cell: row => (row.price ? <Money {...row.price} /> : "–") },
    { header: "Category", isExtra: true, cell: row => row.category || "–" },
    { header: "Supplier", cell: row => <Reference to="partnerships" id={row.supplier} /> },
    created,
  ],
  summary: row => ({ first: row.name, second: row.category, end: row.price ? <Money {...row.price} /> : "" }),
  csv: ["_id", "name", "category", "description", "price.amount", "price.currency", "supplier", "createdAt"],
  empty: "Orders and payments copy the name, price and supplier of a service.",
  create: { label: "New service", needs: "services.edit" },
  object: { name: row => row.name },
})
