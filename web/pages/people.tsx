import { BookUser, Handshake, PencilLine } from "lucide-react"
import type { Output } from "../client.ts"
import { contactName } from "../dashboard/reference.tsx"
import { defineResource } from "../dashboard/resource.ts"
import { money } from "../lib/money.ts"
import { say } from "../lib/words.ts"
import { CopyId } from "../ui/value.tsx"
import { created } from "./created-column.tsx"
import { choicesOf } from "./fields.ts"
import { RelatedPayments } from "./related-payments.tsx"

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
  search: { placeholder: "E-mail or id", filter: text => (/^[0-9a-f]{24}$/.test(text) ? { _id: text } : { email: text }) },
  columns: [
    { header: "Name", cell: row => <span className="font-medium">{contactName(row)}</span> },
    { header: "E-mail", cell: row => <span className="text-fg-2">{row.email}</span> },
    { header: "Phone", cell: row => <span className="num text-fg-2">{row.profile.phone ?? "–"}</span> },
    { header: "Credit", cell: row => creditOf(row) || <span className="text-fg-3">–</span> },
    created,
  ],
  summary: row => ({ first: contactName(row), second: row.email, end: creditOf(row) }),
  csv: ["_id", "email", "profile.firstName", "profile.lastName", "profile.phone", "credit", "createdAt"],
  empty: "A contact is whom you ask for money: an e-mail address is enough.",
  create: {
    label: "New contact",
    needs: "contacts.edit",
    fields: [
      { name: "email", label: "E-mail", kind: "email", isRequired: true },
      { name: "profile.firstName", label: "First name", kind: "text" },
      { name: "profile.lastName", label: "Last name", kind: "text" },
      { name: "profile.phone", label: "Phone", kind: "text", placeholder: "+55 11 98765 4321" },
    ],
    toInput: input => ({ profile: {}, ...input }),
  },
  object: {
    name: row => row.email,
    heading: contactName,
    subheading: row => row.email,
    facts: row => [
      ["E-mail", row.email],
      ["Phone", row.profile.phone],
      ["Credit", creditOf(row) || undefined],
    ],
    actions: {
      update: {
        label: "Change",
        icon: PencilLine,
        fields: [
          { name: "email", label: "E-mail", kind: "email" },
          { name: "profile.firstName", label: "First name", kind: "text" },
          { name: "profile.lastName", label: "Last name", kind: "text" },
          { name: "profile.phone", label: "Phone", kind: "text" },
        ],
        about: () => "What you leave empty stays as it is.",
        submit: () => "Save",
        done: "Contact changed",
      },
    },
    Body: ({ row }) => <RelatedPayments filter={{ contact: row._id }} />,
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
  search: { placeholder: "Code or exact name", filter: text => (/^[A-Z0-9-]+$/.test(text) ? { code: text } : { name: text }) },
  columns: [
    { header: "Name", cell: row => <span className="font-medium">{row.name}</span> },
    { header: "Code", cell: row => <CopyId label="code" value={row.code} /> },
    { header: "Kind", cell: row => say(row.kind) },
    { header: "Terms", cell: row => terms(row) ?? <span className="text-fg-3">–</span> },
    { header: "Country", cell: row => row.country ?? "–" },
    created,
  ],
  summary: row => ({ first: row.name, second: row.code, end: say(row.kind) }),
  csv: ["_id", "name", "code", "kind", "email", "country", "currency", "splitTerms", "createdAt"],
  empty: "Add whom you share money with. Name it on a payment's line and its share is calculated.",
  create: {
    label: "New partnership",
    needs: "partnerships.edit",
    fields: [
      { name: "name", label: "Name", kind: "text", isRequired: true },
      { name: "code", label: "Code", kind: "text", isRequired: true, hint: "Short and unique, such as CASA-VERDE" },
      {
        name: "kind",
        label: "Kind",
        kind: "choice",
        isRequired: true,
        initial: "supplier",
        choices: choicesOf(["agent", "institution", "supplier"]),
      },
      { name: "email", label: "E-mail", kind: "email" },
      { name: "splitTerms.basisPoints", label: "Share, in hundredths of a percent", kind: "number", hint: "1500 is 15% of the line" },
    ],
    toInput: ({ splitTerms, ...input }) => ({
      ...input,
      ...(splitTerms !== undefined && { splitTerms: { type: "percentage", ...(splitTerms as object) } }),
    }),
  },
  object: {
    name: row => row.code,
    heading: row => row.name,
    subheading: row => say(row.kind),
    facts: row => [
      ["Code", row.code],
      ["Terms", terms(row)],
      ["E-mail", row.email],
      ["Country", row.country],
      ["Currency", row.currency],
    ],
    actions: {
      update: {
        label: "Change",
        icon: PencilLine,
        fields: [
          { name: "name", label: "Name", kind: "text" },
          { name: "email", label: "E-mail", kind: "email" },
        ],
        about: () => "Shares of what is sold already stay as they are.",
        submit: () => "Save",
      },
    },
  },
})
