import type { ReactNode } from "react"
import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { money } from "../../lib/money.ts"
import { rich } from "../../lib/rich.ts"
import { inSentence, t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { ExactWhen, Money } from "../../ui/value.tsx"
import { transactionActions } from "./forms.ts"
import { GatewayName } from "./gateway-name.tsx"
import { deferred } from "../../ui/deferred.tsx"
import { RefundCharge } from "../refund-intents/button.tsx"
import { DocumentLink } from "../document-link.tsx"
import { signed } from "./resource.tsx"

const ProviderPage = deferred(async () => (await import("./provider-page.tsx")).ProviderPage)

const Settlement = deferred(async () => (await import("./settlement.tsx")).Settlement)

/** Facts that most transactions do not have. */
const whenSet = (label: string, value: ReactNode): [string, ReactNode][] => (value ? [[label, value]] : [])

const hasReceipt = ({ transactionType, status }: { transactionType: string; status: string }) =>
  transactionType === "charge" && (status === "succeeded" || status === "reversed")

export const transactionPage = definePage<"transactions">({
  heading: row => <Money amount={signed(row).amount} currency={row.currency} />,
  subheading: row => {
    const method = inSentence(say(row.method))
    const contact = <Reference to="contacts" id={row.contact} />
    return row.transactionType === "refund" ? rich`Refund by ${method} to ${contact}` : rich`Charge by ${method} from ${contact}`
  },
  facts: row => [
    [t`Payment`, <Reference to="payment-intents" id={row.paymentIntent} />],
    [t`Gateway`, row.gateway === null ? t`recorded by hand` : <GatewayName gateway={row.gateway} />],
    ...whenSet(t`Connection`, row.connection && <Reference to="gateway-connections" id={row.connection} />),
    ...whenSet(t`Provider reference`, row.connection && <ProviderPage transaction={row._id} />),
    [t`Fee`, money(row.fee, row.currency)],
    ...whenSet(t`Settled amount`, row.settlement && <Settlement settlement={row.settlement} />),
    [
      t`Settlement`,
      row.settlementDiffers ? t`The provider reports amounts that do not add up; nothing of that is booked. Compare them there` : undefined,
    ],
    [t`Credit`, row.credited > 0 ? money(row.credited, row.currency) : undefined],
    [t`Paid currency`, row.fx && money(row.fx.sourceAmount, row.fx.sourceCurrency)],
    [t`Refund of`, row.refundOf && <Reference to="transactions" id={row.refundOf} />],
    [t`Reference`, row.reference],
    [t`Document`, hasReceipt(row) && <DocumentLink path={`transactions/${row._id}/document`} label={t`Receipt`} />],
    [t`Failure`, row.failure?.message],
    [t`Received`, <ExactWhen at={row.receivedAt} />],
  ],
  related: row => [
    { title: t`Refunds`, to: "refund-intents", filter: { transaction: row._id } },
    { title: t`Disputes`, to: "disputes", filter: { transaction: row._id } },
  ],
  actions: transactionActions,
  Body: deferred(async () => (await import("./payer-action.tsx")).PayerAction),
  Actions: RefundCharge,
})
