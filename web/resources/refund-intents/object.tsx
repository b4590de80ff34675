import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { channels } from "../../lib/channels.ts"
import { money } from "../../lib/money.ts"
import { say } from "../../lib/words.ts"
import { Money } from "../../ui/value.tsx"
import { DocumentLink } from "../document-link.tsx"
import { refundActions } from "./forms.ts"
import { GatewayName } from "../transactions/gateway-name.tsx"

export const refundIntentPage = definePage<"refund-intents">({
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  subheading: row => (
    <>
      to <Reference to="contacts" id={row.contact} /> for <Reference to="payment-intents" id={row.paymentIntent} />
    </>
  ),
  facts: row => [
    ["Charge", <Reference to="transactions" id={row.transaction} />],
    ["Reason", row.reason],
    ["Fees", money(row.fees, row.currency)],
    ["Method", row.gateway === null ? "By hand" : <GatewayName gateway={row.gateway} />],
    ["Refund", row.refundTransaction && <Reference to="transactions" id={row.refundTransaction} />],
    ["Failure", row.failure?.message],
    ["Taxes", row.taxes === 0 ? undefined : money(row.taxes, row.currency)],
    ["Document", row.status === "settled" && <DocumentLink path={`refund-intents/${row._id}/document`} label="Credit note" />],
    ["Drafted through", row.draftedBy.client ?? channels[row.draftedBy.channel] ?? say(row.draftedBy.channel)],
  ],
  actions: refundActions,
})
