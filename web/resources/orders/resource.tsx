import { Package } from "lucide-react"
import { orderStatuses, sources } from "../../../src/catalogue/orders/values.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { Status } from "../../ui/status.tsx"
import { ContactCell } from "../contacts/cell.tsx"
import { created } from "../../dashboard/created-column.tsx"
import { byNumberOrId, choiceFilter } from "../../dashboard/fields.ts"
import { t } from "../../lib/translate.ts"
import { ofContact } from "../contacts/field.ts"

export const orders = defineResource("orders", {
  event: "orders",
  numberPrefix: "OR",
  noun: t`order`,
  title: t`Orders`,
  about: t`What contacts bought, billed or not.`,
  icon: Package,
  needs: "orders.view",
  tabs: { field: "status", values: orderStatuses },
  filters: [choiceFilter("source", t`Source`, sources)],
  search: { placeholder: t`Name, e-mail, number or id`, filter: byNumberOrId, names: ofContact },
  columns: [
    { id: "number", header: t`Number`, cell: row => <span className="font-mono text-xs">{row.number}</span> },
    { id: "status", header: t`Status`, cell: row => <Status status={row.status} /> },
    { id: "contact", header: t`Contact`, cell: row => <ContactCell id={row.contact} /> },
    { id: "items", header: t`Items`, cell: row => <span className="text-fg-2">{row.items.map(item => item.name).join(", ") || "–"}</span> },
    created,
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: row.number,
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "number", "status", "contact", "source", "items", "createdAt"],
  empty: t`An order collects items for a contact. Bill it when the payment is due.`,
  create: { label: t`New order`, needs: "orders.edit" },
  object: { name: row => row.number },
})
