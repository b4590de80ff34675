import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { channels } from "../../lib/channels.ts"
import { money } from "../../lib/money.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Money } from "../../ui/value.tsx"
import { DocumentLink } from "../document-link.tsx"
import { refundActions } from "./forms.ts"
import { GatewayName } from "../transactions/gateway-name.tsx"

export const refundIntentPage = definePage<"refund-intents">({
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  subheading: row =>
    rich`to ${<Reference to="contacts" id={row.contact} />} for ${<Reference to="payment-intents" id={row.paymentIntent} />}`,
  facts: row => [
    [t`Charge`, <Reference to="transactions" id={row.transaction} />],
    [t`Reason`, row.reason],
    [t`Fees`, money(row.fees, row.currency)],
    [t`Method`, row.gateway === null ? t`By hand` : <GatewayName gateway={row.gateway} />],
    [t`Refund`, row.refundTransaction && <Reference to="transactions" id={row.refundTransaction} />],
    [t`Failure`, row.failure?.message],
    [t`Taxes`, row.taxes === 0 ? undefined : money(row.taxes, row.currency)],
    [t`Document`, row.status === "settled" && <DocumentLink path={`refund-intents/${row._id}/document`} label={t`Credit note`} />],
    [t`Drafted through`, row.draftedBy.client ?? channels[row.draftedBy.channel] ?? say(row.draftedBy.channel)],
  ],
  actions: refundActions,
})
