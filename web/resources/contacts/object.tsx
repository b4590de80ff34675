import { contactName } from "./name.ts"
import { languages } from "../../dashboard/fields.ts"
import { definePage } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
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
    [t`Language`, row.locale && languages.find(({ value }) => value === row.locale)?.label],
    [t`Phone`, row.profile.phone],
    [t`Credit`, creditOf(row) || undefined],
    [t`Erased`, row.erasedAt && <When at={row.erasedAt} />],
  ],
  actions: contactActions,
  Actions: ContactButtons,
  Body: ContactBody,
  past: "account",
  related: row => [
    { title: t`Payments`, to: "payment-intents", filter: { contact: row._id } },
    { title: t`Transactions`, to: "transactions", filter: { contact: row._id } },
    { title: t`Subscriptions`, to: "subscriptions", filter: { contact: row._id } },
    { title: t`Orders`, to: "orders", filter: { contact: row._id } },
    { title: t`Mandates`, to: "authorizations", filter: { contact: row._id } },
    { title: t`Saved cards`, to: "saved-methods", filter: { contact: row._id } },
    { title: t`Bank accounts`, to: "bank-accounts", filter: { contact: row._id } },
  ],
})
