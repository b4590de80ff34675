import { definePage } from "../../dashboard/resource.ts"
import { Reference } from "../../dashboard/reference.tsx"
import { t } from "../../lib/translate.ts"
import { Money } from "../../ui/value.tsx"
import { GatewayName } from "../transactions/gateway-name.tsx"
import { deferred } from "../../ui/deferred.tsx"

export const bankTransferPage = definePage<"bank-transfers">({
  heading: row => <Money amount={row.amount} currency={row.currency} />,
  facts: row => [
    [t`Reference`, row.reference],
    [t`Gateway`, <GatewayName gateway={row.gateway} />],
    [t`Payment`, row.paymentIntent && <Reference to="payment-intents" id={row.paymentIntent} />],
    [t`Transaction`, row.transaction && <Reference to="transactions" id={row.transaction} />],
  ],
  Actions: deferred(async () => (await import("./allocate-button.tsx")).AllocateButton),
})
