import { Package, Tag } from "lucide-react"
import type { Output } from "../client.ts"
import { Reference } from "../dashboard/reference.tsx"
import { defineResource } from "../dashboard/resource.ts"
import { money } from "../lib/money.ts"
import { say } from "../lib/words.ts"
import { deferred } from "../ui/deferred.tsx"
import { Status } from "../ui/status.tsx"
import { Money } from "../ui/value.tsx"
import { orderActions, orderCreate, serviceActions, serviceCreate } from "./forms/catalogue.ts"
import { ContactCell } from "./contact-cell.tsx"
import { created } from "./created-column.tsx"
import { byNumberOrId, choiceFilter, isId, ofContact } from "./fields.ts"

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
  filters: [choiceFilter("source", "Source", ["manual", "portal", "ecommerce", "workflow"])],
  search: { placeholder: "Name, e-mail, number or id", filter: byNumberOrId, names: ofContact },
  columns: [
    { header: "Number", cell: row => <span className="font-mono text-xs">{row.number}</span> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Contact", cell: row => <ContactCell id={row.contact} /> },
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
  create: orderCreate,
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
    actions: orderActions,
    related: row => [{ title: "Payments", path: "payments", filter: { order: row._id } }],
    Body: deferred(async () => (await import("./order-items.tsx")).OrderItems),
  },
})

export const services = defineResource<Service>({
  path: "services",
  noun: "service",
  title: "Services",
  about: "What you sell, with its price and who provides it.",
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
  empty: "A service brings its name, price and supplier into orders and payments.",
  create: serviceCreate,
  object: {
    name: row => row.name,
    heading: row => row.name,
    subheading: row => row.description,
    facts: row => [
      ["Price", row.price && money(row.price.amount, row.price.currency)],
      ["Category", row.category || undefined],
      ["Supplier", row.supplier && <Reference to="partnerships" id={row.supplier} />],
    ],
    actions: serviceActions,
  },
})
