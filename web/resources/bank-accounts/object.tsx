import { Reference } from "../../dashboard/reference.tsx"
import { definePage } from "../../dashboard/resource.ts"
import { countryName, say } from "../../lib/words.ts"
import { bankAccountUpdate } from "./forms.ts"

export const bankAccountPage = definePage<"bank-accounts">({
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
})
