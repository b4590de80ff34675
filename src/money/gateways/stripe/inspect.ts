import { z } from "zod"
import { type Credentials, CredentialsRejected, type Inspection, type ProviderAccount } from "../provider.ts"
import { RightMissing, type StripeClient, stripeClient } from "./client.ts"
import { Account, Balance } from "./objects.ts"

/** The rights that the adapter needs, as the page of restricted keys names them, and a read that fails without them. */
const rights = [
  ["Checkout Sessions: Write", "/v1/checkout/sessions?limit=1"],
  ["PaymentIntents: Write", "/v1/payment_intents?limit=1"],
  ["SetupIntents: Write", "/v1/setup_intents?limit=1"],
  ["Customers: Write", "/v1/customers?limit=1"],
  ["PaymentMethods: Write", "/v1/payment_methods/pm_none"],
  ["Mandates: Read", "/v1/mandates/mandate_none"],
  ["Charges: Read", "/v1/charges?limit=1"],
  ["Refunds: Write", "/v1/refunds?limit=1"],
  ["Disputes: Write", "/v1/disputes?limit=1"],
  ["Files: Write", "/v1/files?limit=1"],
  ["Balance: Read", "/v1/balance"],
  ["Balance Transactions: Read", "/v1/balance_transactions?limit=1"],
  ["Payouts: Read", "/v1/payouts?limit=1"],
  ["Events: Read", "/v1/events?limit=1"],
  ["Webhook Endpoints: Write", "/v1/webhook_endpoints?limit=1"],
] as const

/** Asks whose key it is, and tries one harmless read for each right. Whether it may write can't be tried without writing. */
export async function inspect({ secretKey = "" }: Credentials): Promise<Inspection> {
  if (!/^[sr]k_\w+$/.test(secretKey))
    throw new CredentialsRejected("this is no secret key of Stripe, which begins with rk_ or sk_; the publishable one is not enough")
  const client = stripeClient(secretKey)
  const { account, missing } = await readAccount(client)
  const lacking = await Promise.all(rights.map(([right, path]) => orMissing(right, client.find(z.unknown(), path))))
  const missingRights = [missing, ...lacking.map(({ missing }) => missing)].filter(right => right !== undefined)
  return { account, mode: await modeOf(client, secretKey), missingRights }
}

async function readAccount(client: StripeClient): Promise<{ account: ProviderAccount; missing?: string }> {
  const { found, missing = "", words = "" } = await orMissing("Accounts: Read", client.get(Account, "/v1/account"))
  if (found) {
    const name = found.settings?.dashboard.display_name || found.business_profile?.name || found.email || found.id
    return { account: { id: found.id, name, country: found.country ?? null } }
  }
  const id = /\bacct_\w+/.exec(words)?.[0] ?? "unknown" // the refusal names the account, though it does not describe it
  return { account: { id, name: id, country: null }, missing }
}

/** Stripe's answer says whether real money moves; without the right to ask, the key itself does. */
async function modeOf(client: StripeClient, secretKey: string): Promise<Inspection["mode"]> {
  const { found } = await orMissing("Balance: Read", client.get(Balance, "/v1/balance"))
  const isLive = found?.livemode ?? secretKey.includes("_live_")
  return isLive ? "live" : "sandbox"
}

/** What a call found, or the right that the key lacks for it. Stripe's words may say which permission would do. */
async function orMissing<T>(right: string, call: Promise<T>): Promise<{ found?: T; missing?: string; words?: string }> {
  return call.then(
    found => ({ found }),
    (error: unknown) => {
      if (!(error instanceof RightMissing)) throw error
      const permission = /\brak_\w+/.exec(error.message)?.[0]
      return { missing: permission === undefined ? right : `${right} (${permission})`, words: error.message }
    },
  )
}
