import { contactName } from "./name.ts"
import { definePage } from "../../dashboard/resource.ts"
import { deferred } from "../../ui/deferred.tsx"
import { When } from "../../ui/value.tsx"
import { contactActions } from "./forms.ts"
import { creditOf } from "./resource.tsx"

export const contactPage = definePage<"contacts">({
  heading: contactName,
  subheading: row => row.email,
  facts: row => [
    ["E-mail", row.email],
    ["Phone", row.profile.phone],
    ["Credit", creditOf(row) || undefined],
    ["Erased", row.erasedAt && <When at={row.erasedAt} />],
  ],
  actions: contactActions,
  Actions: deferred(async () => (await import("./export.tsx")).ContactExport),
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
