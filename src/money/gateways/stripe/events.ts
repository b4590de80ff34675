import type Stripe from "stripe"
import { randomText } from "../../../kit/service/crypto.ts"
import type { InboundMessage } from "../gateway.ts"
import { type EventGateway, GatewayRefused, type Hint, type OpenConnection } from "../provider.ts"
import { apiVersion, type StripeClient, StripeRefusal } from "./client.ts"
import { Event, WebhookEndpoint } from "./objects.ts"
import { readReports } from "./reports.ts"
import { isSigned } from "./signature.ts"

/** One type for each fact, as far as Stripe allows: what is read then is the object, whatever the type says. */
const subscribed: Stripe.WebhookEndpointCreateParams.EnabledEvent[] = [
  "checkout.session.completed",
  "checkout.session.async_payment_succeeded",
  "checkout.session.async_payment_failed",
  "checkout.session.expired",
  "payment_intent.processing",
  "payment_intent.succeeded",
  "payment_intent.payment_failed",
  "payment_intent.canceled",
  "charge.updated",
  "refund.updated",
  "refund.failed",
  "charge.dispute.created",
  "charge.dispute.updated",
  "charge.dispute.closed",
  "charge.dispute.funds_withdrawn",
  "charge.dispute.funds_reinstated",
  "setup_intent.succeeded",
  "setup_intent.setup_failed",
  "setup_intent.canceled",
  "mandate.updated",
  "payment_method.detached",
  "payout.paid",
  "payout.failed",
]

export const stripeEvents = (client: StripeClient, connection: OpenConnection): EventGateway => ({
  register: () => onceAtATime(connection.id, () => register(client, connection)),
  async remove(endpoint) {
    await removeAll(client, endpoint === null ? await findEndpoints(client, connection.eventsUrl) : [endpoint])
  },
  verify: async message => verify(message, connection.eventSecrets),
  read: hint => readReports(client, connection.tenant, hint),
})

type Registered = { endpoint: string; secret: string }

const endpointsPath = "/v1/webhook_endpoints"
const registrations = new Map<string, Promise<Registered>>()

/** Two registrations at once would each remove what the other one made. */
function onceAtATime(connection: string, run: () => Promise<Registered>): Promise<Registered> {
  const registration = registrations.get(connection) ?? run().finally(() => registrations.delete(connection))
  registrations.set(connection, registration)
  return registration
}

/**
 * Stripe lets one address be registered twice, and then sends each message twice. It tells a secret only when it makes the endpoint: one
 * whose secret we do not have is replaced. The new one is made first, so that a refusal changes nothing and no message is missed.
 */
async function register(client: StripeClient, { eventsUrl, eventSecrets }: OpenConnection): Promise<Registered> {
  const existing = await findEndpoints(client, eventsUrl)
  const [secret] = eventSecrets
  const [first, ...others] = existing
  const isKnown = first !== undefined && secret !== undefined
  const registered = isKnown ? { endpoint: first, secret } : await create(client, eventsUrl).catch(toRefused)
  await removeAll(client, isKnown ? others : existing)
  return registered
}

async function findEndpoints(client: StripeClient, eventsUrl: string): Promise<string[]> {
  const found: string[] = []
  for await (const { id, url } of client.list(WebhookEndpoint, endpointsPath)) if (url === eventsUrl) found.push(id)
  return found
}

async function removeAll(client: StripeClient, endpoints: readonly string[]) {
  for (const id of endpoints) await client.remove(`${endpointsPath}/${id}`)
}

function toRefused(error: unknown): never {
  throw error instanceof StripeRefusal ? new GatewayRefused(error.code, error.message) : error
}

async function create(client: StripeClient, url: string): Promise<Registered> {
  const params: Stripe.WebhookEndpointCreateParams = {
    url,
    enabled_events: subscribed,
    api_version: apiVersion,
    description: "Countersign",
  }
  // A new key each time: one that made an endpoint before would return that, also when it has been removed since.
  const { id, secret } = await client.post(WebhookEndpoint, endpointsPath, params, randomText(24))
  if (secret === undefined) throw new Error("Stripe did not tell the secret of the endpoint that it made")
  return { endpoint: id, secret }
}

/** Only the ids and the type are taken from a message; what they point to is read with our own key. */
function verify({ headers, bytes }: InboundMessage, secrets: readonly string[]): Hint[] | undefined {
  if (!isSigned(headers["stripe-signature"] ?? "", bytes, secrets)) return undefined
  const { success, data } = Event.safeParse(parseJson(bytes))
  if (!success) return undefined
  const { id, type } = data
  const reference = data.data.object.id
  return reference === undefined ? [] : [{ id, type, reference }]
}

function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString("utf8"))
  } catch {
    return undefined
  }
}
