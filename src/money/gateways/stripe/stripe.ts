import { log } from "../../../kit/service/log.ts"
import { type ChargeRequest, GatewayUnreachable, type Method, type Outcome } from "../gateway.ts"
import { type ConnectedGateway, GatewayRefused, type OpenConnection, type Provider } from "../provider.ts"
import { stripeBalance } from "./balance.ts"
import { cancelSession, createSession, isSession, lookUpSession } from "./checkout.ts"
import { type StripeClient, stripeClient, StripeRefusal } from "./client.ts"
import { stripeDisputes } from "./disputes.ts"
import { stripeEvents } from "./events.ts"
import { inspect } from "./inspect.ts"
import { stripeMandates } from "./mandates.ts"
import { cardCurrencies } from "./money.ts"
import { pageOf } from "./pages.ts"
import { cancelIntent, confirmIntent, createIntent, lookUpIntent } from "./payment-intents.ts"
import { stripeRefunds } from "./refunds.ts"
import { isSavedMethod, savedMethodFor, stripeSavedMethods } from "./saved-methods.ts"

const methods: Method[] = [
  { method: "card", name: "Card, on Stripe's page", currencies: cardCurrencies, starts: "redirect", maxInstallments: 1, saves: true },
  { method: "pix", name: "Pix, on Stripe's page", currencies: ["BRL"], starts: "redirect", maxInstallments: 1 },
  { method: "boleto", name: "Boleto, on Stripe's page", currencies: ["BRL"], starts: "redirect", maxInstallments: 1 },
  { method: "direct-debit", name: "Direct debit", currencies: ["EUR", "GBP", "USD"], starts: "mandate", maxInstallments: 1 },
]

/** Stripe, with a key of the tenant's own account. Card numbers stay on Stripe's page. */
export const stripe: Provider = {
  id: "stripe",
  name: "Stripe",
  modes: ["sandbox", "live"],
  credentials: [
    {
      field: "secretKey",
      label: "Restricted key, or secret key",
      hint:
        "Stripe Dashboard, Developers, API keys, Create restricted key. Write: Checkout Sessions, PaymentIntents, SetupIntents, " +
        "Customers, PaymentMethods, Refunds, Disputes, Files, Webhook Endpoints. Read: Accounts, Charges, Mandates, Balance, " +
        "Balance Transactions, Payouts, Events",
    },
  ],
  methods,
  inspect,
  open,
}

function open(connection: OpenConnection): ConnectedGateway {
  const client = stripeClient(connection.credentials["secretKey"] ?? "")
  const homeUrl = new URL("/", connection.eventsUrl).href
  return {
    id: stripe.id,
    name: stripe.name,
    modes: [connection.mode],
    methods: [...connection.methods],
    isToken: isSavedMethod,
    prepare: request => refusing(prepare(client, request, request.returnUrl ?? homeUrl)),
    charge: request => orUnknown(request.key, charge(client, request, request.returnUrl ?? homeUrl)),
    lookUp: async (tenant, key, reference) => lookUp(client, { tenant, key }, reference),
    cancel: async (tenant, key, reference) => orUnknown(key, cancel(client, { tenant, key }, reference)),
    refunds: { ...stripeRefunds(client), refund: request => orUnknown(request.key, stripeRefunds(client).refund(request)) },
    mandates: stripeMandates(client, homeUrl),
    savedMethods: stripeSavedMethods(client),
    disputes: stripeDisputes(client),
    events: stripeEvents(client, connection),
    balance: stripeBalance(client, connection.tenant),
    pageOf: reference => pageOf(connection, reference),
  }
}

/** A page for a payer who is present, an unconfirmed payment for a method that was saved before. */
async function prepare(client: StripeClient, request: ChargeRequest, returnUrl: string): Promise<{ reference: string }> {
  const isSaved = request.mandate !== undefined || request.savedMethod !== undefined || request.token !== ""
  if (!isSaved) return { reference: await createSession(client, request, returnUrl) }
  return { reference: await createIntent(client, request, await savedMethodFor(client, request)) }
}

async function charge(client: StripeClient, request: ChargeRequest, returnUrl: string): Promise<Outcome> {
  const { tenant, key, reference, savedMethod } = request
  if (reference === undefined) throw new Error("a charge at Stripe is prepared first, so that it can be looked up")
  if (!isSession(reference)) return confirmIntent(client, { tenant, key }, reference, { returnUrl, savedMethod })
  const outcome = await lookUpSession(client, { tenant, key }, reference)
  return outcome.status === "absent" ? { status: "unknown" } : outcome
}

type Owned = { tenant: string; key: string }
type Found = Outcome | { status: "absent" }

/** Nothing is charged before its reference is known, so what has none is absent. */
async function lookUp(client: StripeClient, owned: Owned, reference: string | null | undefined): Promise<Found> {
  if (reference == null) return { status: "absent" }
  return isSession(reference) ? lookUpSession(client, owned, reference) : lookUpIntent(client, owned, reference)
}

async function cancel(client: StripeClient, owned: Owned, reference: string | null | undefined): Promise<Found> {
  if (reference == null) return { status: "absent" }
  return isSession(reference) ? cancelSession(client, owned, reference) : cancelIntent(client, owned, reference)
}

/** What Stripe refuses to create was never there, so certainly nothing was charged. */
function refusing<T>(call: Promise<T>): Promise<T> {
  return call.catch((error: unknown) => {
    throw error instanceof StripeRefusal ? new GatewayRefused(error.code, error.message) : error
  })
}

/** An answer that never came says nothing about what Stripe did. */
function orUnknown<T>(key: string, call: Promise<T>): Promise<T | { status: "unknown" }> {
  return call.catch((error: unknown) => {
    if (error instanceof GatewayUnreachable) throw error
    log.warn({ error, object: key }, "a call to Stripe failed; its outcome will be looked up")
    return { status: "unknown" as const }
  })
}
