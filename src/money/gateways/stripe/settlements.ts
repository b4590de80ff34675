import type { Settlement } from "../gateway.ts"
import type { Report } from "../provider.ts"
import type { StripeClient } from "./client.ts"
import { fromStripe } from "./money.ts"
import { BalanceTransaction, Charge, PaymentIntent, type Refund } from "./objects.ts"
import { keyIn } from "./ownership.ts"

/** What Stripe made of a charge in its own books. It knows that some time after the charge has succeeded, and updates the charge then. */
export async function readSettlement(client: StripeClient, tenant: string, id: string): Promise<Report[]> {
  const charge = await client.find(Charge, `/v1/charges/${id}`)
  if (charge?.payment_intent == null) return []
  const intent = await client.find(PaymentIntent, `/v1/payment_intents/${charge.payment_intent}`)
  const key = keyIn(intent?.metadata, tenant)
  return key === undefined ? [] : settlementIn(client, key, charge)
}

/** The same for what took the money. Empty while Stripe does not know it. */
export async function settlementOf(client: StripeClient, key: string, intent: string): Promise<Report[]> {
  const { latest_charge } = await client.get(PaymentIntent, `/v1/payment_intents/${intent}`)
  const charge = latest_charge == null ? undefined : await client.find(Charge, `/v1/charges/${latest_charge}`)
  return charge ? settlementIn(client, key, charge) : []
}

async function settlementIn(client: StripeClient, key: string, { balance_transaction, failure_code }: Charge): Promise<Report[]> {
  if (balance_transaction == null || failure_code != null) return []
  return [{ type: "charge.settled", key, ...settlementBy(await readMovement(client, balance_transaction)) }]
}

/**
 * What Stripe made of a refund in its own books; the money of one that failed came back by a second movement. Undefined where Stripe moved
 * just its amount, or has not moved it yet.
 */
export async function settlementOfRefund(client: StripeClient, refund: Refund): Promise<Settlement | undefined> {
  const { balance_transaction, failure_balance_transaction, currency } = refund
  if (balance_transaction == null) return undefined
  const moved = await readMovement(client, balance_transaction)
  const back = failure_balance_transaction == null ? undefined : await readMovement(client, failure_balance_transaction)
  if (back && back.currency !== moved.currency)
    throw new Error(`Stripe took the refund ${refund.id} in ${moved.currency} and gave it back in ${back.currency}; nothing is booked`)
  const fee = moved.fee + (back?.fee ?? 0)
  if (moved.currency === currency && fee === 0) return undefined
  return settlementBy({ ...moved, fee, net: moved.net + (back?.net ?? 0) })
}

const readMovement = (client: StripeClient, id: string) => client.get(BalanceTransaction, `/v1/balance_transactions/${id}`)

const settlementBy = ({ net, fee, currency, exchange_rate, available_on: availableAt }: BalanceTransaction): Settlement => ({
  net: fromStripe(net, currency),
  fee: fromStripe(fee, currency),
  currency: currency.toUpperCase(),
  rate: exchange_rate == null ? null : decimalOf(exchange_rate),
  availableAt,
})

/** Without an exponent, which a small number would have. */
const decimalOf = (rate: number) => rate.toFixed(12).replace(/\.?0+$/, "")
