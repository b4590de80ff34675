import type { Report } from "../provider.ts"
import type { StripeClient } from "./client.ts"
import { fromStripe } from "./money.ts"
import { BalanceTransaction, Charge, PaymentIntent } from "./objects.ts"
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
  const movement = await client.get(BalanceTransaction, `/v1/balance_transactions/${balance_transaction}`)
  const { net, fee, currency, exchange_rate, available_on: availableAt } = movement
  return [
    {
      type: "charge.settled",
      key,
      net: fromStripe(net, currency),
      fee: fromStripe(fee, currency),
      currency: currency.toUpperCase(),
      rate: exchange_rate == null ? null : decimalOf(exchange_rate),
      availableAt,
    },
  ]
}

/** Without an exponent, which a small number would have. */
const decimalOf = (rate: number) => rate.toFixed(12).replace(/\.?0+$/, "")
