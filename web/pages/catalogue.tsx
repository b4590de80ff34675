import { Package, PencilLine, Tag } from "lucide-react"
import type { Output } from "../client.ts"
import { Reference } from "../dashboard/reference.tsx"
import { defineResource } from "../dashboard/resource.ts"
import { money } from "../lib/money.ts"
import { say } from "../lib/words.ts"
import { Status } from "../ui/status.tsx"
import { Money } from "../ui/value.tsx"
import { created } from "./created-column.tsx"
import { contactField, currencyField } from "./fields.ts"
import { RelatedPayments } from "./related-payments.tsx"

type Order = Output<"GET /v1/orders/{id}">
type Service = Output<"GET /v1/services/{id}">

export const orders = defineResource<Order>({
  path: "orders",
  noun: "order",
  title: "Orders",
  about: "What a contact bought, before and after it is billed.",
  icon: Package,
  needs: "orders.view",
  tabs: { field: "status", values: ["open", "completed", "canceled"] },
  search: { placeholder: "Number or e-mail", filter: text => (text.includes("@") ? { contact: text } : { number: text.toUpperCase() }) },
  columns: [
    { header: "Number", cell: row => <span className="font-mono text-xs">{row.number}</span> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Contact", cell: row => <Reference to="contacts" id={row.contact} /> },
    { header: "Items", cell: row => <span className="text-fg-2">{row.items.map(item => item.name).join(", ") || "–"}</span> },
    created,
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: row.number,
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "number", "status", "contact", "source", "items", "createdAt"],
  empty: "An order groups what somebody buys. Raise a payment from it when it is time.",
  create: { label: "New order", needs: "orders.edit", fields: [contactField], toInput: input => ({ source: "manual", ...input }) },
  object: {
    name: row => row.number,
    heading: row => row.number,
    subheading: row => (
      <>
        for <Reference to="contacts" id={row.contact} />
      </>
    ),
    facts: row => [
      ["Source", say(row.source)],
      ["Items", row.items.length],
    ],
    actions: {
      complete: { label: "Complete" },
      cancel: { label: "Cancel order", isDanger: true, about: () => "Payments that were raised from it stay." },
    },
    Body: ({ row }) => <RelatedPayments filter={{ order: row._id }} />,
  },
})

export const services = defineResource<Service>({
  path: "services",
  noun: "service",
  title: "Services",
  about: "What you sell, with its price and who provides it.",
  icon: Tag,
  needs: "services.view",
  search: { placeholder: "Exact name", filter: text => ({ name: text }) },
  columns: [
    { header: "Name", cell: row => <span className="font-medium">{row.name}</span> },
    { header: "Price", cell: row => (row.price ? <Money {...row.price} /> : "–") },
    { header: "Category", cell: row => row.category || "–" },
    { header: "Supplier", cell: row => <Reference to="partnerships" id={row.supplier} /> },
    created,
  ],
  summary: row => ({ first: row.name, second: row.category, end: row.price ? <Money {...row.price} /> : "" }),
  csv: ["_id", "name", "category", "description", "price.amount", "price.currency", "supplier", "createdAt"],
  empty: "A service brings its name, price and supplier into orders and payments.",
  create: {
    label: "New service",
    needs: "services.edit",
    fields: [
      { name: "name", label: "Name", kind: "text", isRequired: true },
      { name: "category", label: "Category", kind: "text" },
      { ...currencyField, name: "price.currency" },
      { name: "price.amount", label: "Price", kind: "money", isRequired: true, currencyField: "price.currency" },
    ],
  },
  object: {
    name: row => row.name,
    heading: row => row.name,
    subheading: row => row.description,
    facts: row => [
      ["Price", row.price && money(row.price.amount, row.price.currency)],
      ["Category", row.category || undefined],
      ["Supplier", row.supplier && <Reference to="partnerships" id={row.supplier} />],
    ],
    actions: {
      update: {
        label: "Change",
        icon: PencilLine,
        fields: [
          { name: "name", label: "Name", kind: "text" },
          { name: "description", label: "Description", kind: "long-text" },
          { name: "category", label: "Category", kind: "text" },
        ],
        about: () => "Orders keep what they copied.",
        submit: () => "Save",
      },
    },
  },
})
