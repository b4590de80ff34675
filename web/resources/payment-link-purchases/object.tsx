import { Reference } from "../../dashboard/reference.tsx"
import { definePage } from "../../dashboard/resource.ts"
import { t } from "../../lib/translate.ts"
import { ExactWhen, Money } from "../../ui/value.tsx"

export const purchasePage = definePage<"payment-link-purchases">({
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  subheading: row => `${row.name} · ${row.email}`,
  facts: row => [
    [t`Payment link`, <Reference to="payment-links" id={row.paymentLink} />],
    [t`Payment`, <Reference to="payment-intents" id={row.paymentIntent} />],
    [t`Order`, <Reference to="orders" id={row.order} />],
    [t`Contact`, <Reference to="contacts" id={row.contact} />],
    [t`Ordered`, row.lines.map(({ name, quantity }) => `${quantity} × ${name}`).join(", ")],
    ...row.answers.map(({ label, value }): [string, string] => [label, value]),
    [t`Units are held until`, row.status === "open" && <ExactWhen at={row.expiresAt} />],
  ],
})
