import { BookUser } from "lucide-react"
import type { Output } from "../../client.ts"
import { contactName } from "./name.ts"
import { defineResource } from "../../dashboard/resource.ts"
import { money } from "../../lib/money.ts"
import { created } from "../../dashboard/created-column.tsx"
import { isId } from "../../lib/is-id.ts"
import { t } from "../../lib/translate.ts"

type Contact = Output<"GET /v1/contacts/{id}">

export const creditOf = ({ credit }: Contact) =>
  Object.entries(credit)
    .map(([currency, amount]) => money(amount, currency))
    .join(", ")

export const contacts = defineResource("contacts", {
  event: "contacts",
  noun: t`contact`,
  title: t`Contacts`,
  about: t`The people and businesses that pay you.`,
  icon: BookUser,
  needs: "contacts.view",
  search: {
    placeholder: t`Name, e-mail or id`,
    filter: text => (isId(text) ? { _id: text } : undefined),
    names: { type: "contacts", field: "_id" },
  },
  columns: [
    { id: "name", header: t`Name`, cell: row => <span className="font-medium">{contactName(row)}</span> },
    { id: "e-mail", header: t`E-mail`, cell: row => <span className="text-fg-2">{row.email}</span> },
    { id: "phone", header: t`Phone`, cell: row => <span className="num text-fg-2">{row.profile.phone ?? "–"}</span> },
    { id: "credit", header: t`Credit`, cell: row => creditOf(row) || <span className="text-fg-3">–</span> },
    created,
  ],
  summary: row => ({ first: contactName(row), second: row.email, end: creditOf(row) }),
  csv: ["_id", "email", "profile.firstName", "profile.lastName", "profile.phone", "credit", "createdAt"],
  csvNames: {
    columns: ["contact"],
    names: ["Name", "Email"],
    cells: ({ profile, email }) => [[profile.firstName, profile.lastName].filter(Boolean).join(" ") || null, email],
  },
  empty: t`A contact is someone you ask for money: an e-mail address is enough.`,
  create: { label: t`New contact`, needs: "contacts.edit" },
  object: {
    name: row => row.email,
    label: contactName,
  },
})
