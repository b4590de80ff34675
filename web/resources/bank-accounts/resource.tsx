import { Landmark } from "lucide-react"
import { accountStatuses, owners } from "../../../src/parties/bank-accounts/values.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { defineResource } from "../../dashboard/resource.ts"
import { countryName, say } from "../../lib/words.ts"
import { Status } from "../../ui/status.tsx"
import { bankAccountCreate, bankAccountUpdate } from "./forms.ts"
import { created } from "../../dashboard/created-column.tsx"
import { choiceFilter, currencyFilter } from "../../dashboard/fields.ts"
import { isId } from "../../lib/is-id.ts"
import { ofContact } from "../contacts/field.ts"

export const bankAccounts = defineResource("bank-accounts", {
  event: "bankAccounts",
  noun: "bank account",
  title: "Bank accounts",
  about: "Where payouts go and direct debits come from. Numbers are encrypted and never shown in full.",
  icon: Landmark,
  needs: "bankAccounts.view",
  tabs: { field: "owner", values: owners },
  filters: [choiceFilter("status", "Status", accountStatuses), currencyFilter],
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
      { title: "Mandates", to: "authorizations", filter: { bankAccount: row._id } },
      { title: "Payouts", to: "payouts", filter: { bankAccount: row._id } },
    ],
    actions: {
      update: bankAccountUpdate,
      "show-to-payers": {
        label: "Show to payers",
        about: row => `The payment page shows its full number to payers who transfer ${row.currency}.`,
        fields: [{ name: "pixKey", label: "Pix key", kind: "text", hint: "For an account in BRL: payers get a QR code with the amount" }],
        done: "The payment page shows the account.",
      },
      "hide-from-payers": {
        label: "Hide from payers",
        about: () => "The payment page no longer shows its number. Transfers still arrive.",
      },
      deactivate: {
        label: "Deactivate",
        isDanger: true,
        about: () => "No new payout or mandate can use it, and its number is erased for good.",
      },
    },
  },
})
