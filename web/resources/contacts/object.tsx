import { contactName } from "./name.ts"
import { languages } from "../../dashboard/fields.ts"
import { definePage } from "../../dashboard/resource.ts"
import { When } from "../../ui/value.tsx"
import { ContactBody } from "./account.tsx"
import { ContactButtons } from "./actions.tsx"
import { contactActions } from "./forms.ts"
import { creditOf } from "./resource.tsx"

export const contactPage = definePage<"contacts">({
  heading: contactName,
  subheading: row => row.email,
  facts: row => [
    ["E-mail", row.email],
    ["Language", row.locale && languages.find(({ value }) => value === row.locale)?.label],
    ["Phone", row.profile.phone],
    ["Credit", creditOf(row) || undefined],
    ["Erased", row.erasedAt && <When at={row.erasedAt} />],
  ],
  actions: contactActions,
  Actions: ContactButtons,
  Body: ContactBody,
  past: "account",
  related: row => [
    { title: "Payments", to: "payment-intents", filter: { contact: row._id } },
    { title: "Transactions", to: "transactions", filter: { contact: row._id } },
    { title: "Subscriptions", to: "subscriptions", filter: { contact: row._id } },
    { title: "Orders", to: "orders", filter: { contact: row._id } },
    { title: "Mandates", to: "authorizations", filter: { contact: row._id } },
    { title: "Saved cards", to: "saved-methods", filter: { contact: row._id } },
    { title: "Bank accounts", to: "bank-accounts", filter: { contact: row._id } },
  ],
})
