import { Landmark, ScrollText } from "lucide-react"
import type { Output } from "../client.ts"
import { Reference } from "../dashboard/reference.tsx"
import { defineResource } from "../dashboard/resource.ts"
import { money } from "../lib/money.ts"
import { countryName, say } from "../lib/words.ts"
import { Status } from "../ui/status.tsx"
import { ExactWhen, Money } from "../ui/value.tsx"
import { bankAccountCreate, bankAccountUpdate, mandateActions, mandateCreate } from "./forms/accounts.ts"
import { ContactCell } from "./contact-cell.tsx"
import { created } from "./created-column.tsx"
import { choiceFilter, currencyFilter, isId, ofContact } from "./fields.ts"

type BankAccount = Output<"GET /v1/bank-accounts/{id}">
type Authorization = Output<"GET /v1/authorizations/{id}">

export const bankAccounts = defineResource<BankAccount>({
  path: "bank-accounts",
  noun: "bank account",
  title: "Bank accounts",
  about: "Where payouts go and direct debits come from. Numbers are encrypted and never shown whole.",
  icon: Landmark,
  needs: "bankAccounts.view",
  tabs: { field: "owner", values: ["self", "contact", "partnership"] },
  filters: [choiceFilter("status", "Status", ["active", "inactive"]), currencyFilter],
  search: { placeholder: "Contact or id", filter: text => (isId(text) ? { _id: text } : undefined), names: ofContact },
  columns: [
    { header: "Account", cell: row => <span className="num font-medium">{row.masked}</span> },
    { header: "Holder", cell: row => row.holder },
    { header: "Country", cell: row => countryName(row.country) },
    { header: "Currency", cell: row => row.currency },
    { header: "Owner", isExtra: true, cell: row => say(row.owner) },
    { header: "Status", cell: row => <Status status={row.status} /> },
    created,
  ],
  summary: row => ({
    first: `${row.holder} ${row.masked}`,
    second: `${countryName(row.country)} · ${row.currency}`,
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "holder", "masked", "country", "currency", "owner", "contact", "partnership", "status", "createdAt"],
  empty: "Add your own account, a partner's for payouts, or a payer's for direct debits.",
  create: bankAccountCreate,
  object: {
    name: row => row.masked,
    heading: row => row.masked,
    subheading: row => row.holder,
    facts: row => [
      ["Holder", row.holder],
      ["Country", countryName(row.country)],
      ["Currency", row.currency],
      ["Owner", say(row.owner)],
      ["Contact", row.contact && <Reference to="contacts" id={row.contact} />],
      ["Partner", row.partnership && <Reference to="partnerships" id={row.partnership} />],
      ["BIC", row.bic],
      ["Bank's code", row.routing],
      ...(row.owner === "self" ? [["Shown to payers", row.shownToPayers ? "Yes" : "No"] satisfies [string, string]] : []),
      ["Pix key", row.pixKey],
    ],
    related: row => [
      { title: "Mandates", path: "mandates", filter: { bankAccount: row._id } },
      { title: "Payouts", path: "payouts", filter: { bankAccount: row._id } },
    ],
    actions: {
      update: bankAccountUpdate,
      "show-to-payers": {
        label: "Show to payers",
        about: row => `The payment page shows its whole number to payers who transfer ${row.currency}.`,
        fields: [{ name: "pixKey", label: "Pix key", kind: "text", hint: "For an account in BRL: payers get a QR code with the amount" }],
        done: "The payment page shows the account.",
      },
      "hide-from-payers": {
        label: "Hide from payers",
        about: () => "The payment page no longer shows its number. Transfers still arrive.",
      },
      deactivate: { label: "Deactivate", isDanger: true, about: () => "Nothing new can use it. What is under way goes on." },
    },
  },
})

const accountOf = ({ scheme, bankAccount }: Authorization) => `${scheme.toUpperCase()} ${bankAccount.masked}`

export const mandates = defineResource<Authorization>({
  path: "mandates",
  api: "authorizations",
  noun: "mandate",
  title: "Mandates",
  about: "Permissions of payers to debit their bank account.",
  icon: ScrollText,
  needs: "authorizations.view",
  tabs: { field: "status", values: ["pending-approval", "pending", "active", "revoked", "expired", "failed", "rejected", "canceled"] },
  filters: [currencyFilter, choiceFilter("scheme", "Scheme", ["sepa", "bacs", "becs", "ach", "pix"])],
  search: { placeholder: "Contact or id", filter: text => (isId(text) ? { _id: text } : undefined), names: ofContact },
  columns: [
    { header: "Contact", cell: row => <ContactCell id={row.contact} isPlain /> },
    { header: "Status", cell: row => <Status status={row.status} /> },
    { header: "Account", cell: row => <span className="num">{row.bankAccount.masked}</span> },
    { header: "Scheme", cell: row => row.scheme.toUpperCase() },
    { header: "At most", cell: row => (row.maxAmount === null ? "no limit" : <Money amount={row.maxAmount} currency={row.currency} />) },
    created,
  ],
  summary: row => ({
    first: <Reference to="contacts" id={row.contact} isPlain />,
    second: accountOf(row),
    end: <Status status={row.status} />,
  }),
  csv: ["_id", "status", "contact", "scheme", "currency", "maxAmount", "reference", "activatedAt", "endedAt", "createdAt"],
  empty: "With a mandate a subscription can debit the payer's account by itself.",
  create: mandateCreate,
  object: {
    name: row => row.reference ?? accountOf(row),
    heading: row => <Reference to="contacts" id={row.contact} />,
    subheading: accountOf,
    facts: row => [
      ["Account", row.bankAccount.masked],
      ["At most", row.maxAmount === null ? "no limit" : money(row.maxAmount, row.currency)],
      ["Reference", row.reference],
      ["Active since", row.activatedAt && <ExactWhen at={row.activatedAt} />],
      ["Ended", row.endedAt && <ExactWhen at={row.endedAt} />],
      ["Why", row.failureReason],
    ],
    related: row => [{ title: "Subscriptions", path: "subscriptions", filter: { authorization: row._id } }],
    actions: mandateActions,
  },
})
