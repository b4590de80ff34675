import { BookUser, Handshake } from "lucide-react"
import type { Output } from "../client.ts"
import { contactName } from "../dashboard/reference.tsx"
import { defineResource } from "../dashboard/resource.ts"
import { money } from "../lib/money.ts"
import { countryName, say } from "../lib/words.ts"
import { CopyId, When } from "../ui/value.tsx"
import { ContactExport } from "./contact-export.tsx"
import { contactActions, contactCreate, partnershipActions, partnershipCreate } from "./forms/people.ts"
import { created } from "./created-column.tsx"
import { isId } from "./fields.ts"

type Contact = Output<"GET /v1/contacts/{id}">
type Partnership = Output<"GET /v1/partnerships/{id}">

const creditOf = ({ credit }: Contact) =>
  Object.entries(credit)
    .map(([currency, amount]) => money(amount, currency))
    .join(", ")

export const contacts = defineResource<Contact>({
  path: "contacts",
  noun: "contact",
  title: "Contacts",
  about: "The people and businesses that pay you.",
  icon: BookUser,
  needs: "contacts.view",
  search: {
    placeholder: "Name, e-mail or id",
    filter: text => (isId(text) ? { _id: text } : undefined),
    names: { type: "contacts", field: "_id" },
  },
  columns: [
    { header: "Name", cell: row => <span className="font-medium">{contactName(row)}</span> },
    { header: "E-mail", cell: row => <span className="text-fg-2">{row.email}</span> },
    { header: "Phone", cell: row => <span className="num text-fg-2">{row.profile.phone ?? "–"}</span> },
    { header: "Credit", cell: row => creditOf(row) || <span className="text-fg-3">–</span> },
    created,
  ],
  summary: row => ({ first: contactName(row), second: row.email, end: creditOf(row) }),
  csv: ["_id", "email", "profile.firstName", "profile.lastName", "profile.phone", "credit", "createdAt"],
  empty: "A contact is someone you ask for money: an e-mail address is enough.",
  create: contactCreate,
  object: {
    name: row => row.email,
    heading: contactName,
    subheading: row => row.email,
    facts: row => [
      ["E-mail", row.email],
      ["Phone", row.profile.phone],
      ["Credit", creditOf(row) || undefined],
      ["Erased", row.erasedAt && <When at={row.erasedAt} />],
    ],
    actions: contactActions,
    Actions: ContactExport,
    related: row => [
      { title: "Payments", path: "payments", filter: { contact: row._id } },
      { title: "Transactions", path: "transactions", filter: { contact: row._id } },
      { title: "Subscriptions", path: "subscriptions", filter: { contact: row._id } },
      { title: "Orders", path: "orders", filter: { contact: row._id } },
      { title: "Mandates", path: "mandates", filter: { contact: row._id } },
      { title: "Bank accounts", path: "bank-accounts", filter: { contact: row._id } },
    ],
  },
})

const terms = ({ splitTerms }: Partnership) =>
  splitTerms === null
    ? undefined
    : splitTerms.type === "percentage"
      ? `${splitTerms.basisPoints / 100}% of a line`
      : `${money(splitTerms.amount, splitTerms.currency)} of a line`

export const partnerships = defineResource<Partnership>({
  path: "partnerships",
  noun: "partnership",
  title: "Partnerships",
  about: "Who shares in your payments: agents, institutions and suppliers.",
  icon: Handshake,
  needs: "partnerships.view",
  tabs: { field: "kind", values: ["agent", "institution", "supplier"] },
  search: {
    placeholder: "Name, code or id",
    filter: text => (isId(text) ? { _id: text } : undefined),
    names: { type: "partnerships", field: "_id" },
  },
  columns: [
    { header: "Name", cell: row => <span className="font-medium">{row.name}</span> },
    { header: "Code", cell: row => <CopyId label="code" value={row.code} /> },
    { header: "Kind", cell: row => say(row.kind) },
    { header: "Terms", cell: row => terms(row) ?? <span className="text-fg-3">–</span> },
    { header: "Country", cell: row => (row.country ? countryName(row.country) : "–") },
    created,
  ],
  summary: row => ({ first: row.name, second: row.code, end: say(row.kind) }),
  csv: ["_id", "name", "code", "kind", "email", "country", "currency", "splitTerms", "createdAt"],
  empty: "Add those you share money with. Name one on a payment's line and its share is calculated.",
  create: partnershipCreate,
  object: {
    name: row => row.code,
    heading: row => row.name,
    subheading: row => say(row.kind),
    facts: row => [
      ["Code", row.code],
      ["Terms", terms(row)],
      ["E-mail", row.email],
      ["Country", row.country && countryName(row.country)],
      ["Currency", row.currency],
    ],
    related: row => [
      { title: "Splits", path: "splits", filter: { partnership: row._id } },
      { title: "Payouts", path: "payouts", filter: { partnership: row._id } },
      { title: "Services", path: "services", filter: { supplier: row._id } },
      { title: "Bank accounts", path: "bank-accounts", filter: { partnership: row._id } },
    ],
    actions: partnershipActions,
  },
})
