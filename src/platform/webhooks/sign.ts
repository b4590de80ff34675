import { createHmac, createSecretKey, randomBytes } from "node:crypto"
import { memoize } from "../../kit/service/memoize.ts"

/** Standard Webhooks libraries expect base64, not base64url. */
export const newSecret = () => `whsec_${randomBytes(24).toString("base64")}`

/** Spec: sha256= and the lowercase hex HMAC of the raw body, keyed with the secret. */
export const signature = (secret: string, body: string) => `sha256=${createHmac("sha256", keysOf(secret).plain).update(body).digest("hex")}`

/** Standard Webhooks: id, time and body are signed together, so that an old message can't be replayed as a new one. */
const standardSignature = (secret: string, id: string, timestamp: number, body: string) =>
  `v1,${createHmac("sha256", keysOf(secret).standard).update(`${id}.${timestamp}.${body}`).digest("base64")}`

/**
 * The keys of a secret, memoized because creating them takes as long as signing. Standard Webhooks: the text after whsec_ is the key in
 * base64; any other secret is the key itself.
 */
const keysOf = memoize((secret: string) => {
  const plain = createSecretKey(secret, "utf8")
  return { plain, standard: /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) ? createSecretKey(secret.slice(6), "base64") : plain }
})

type Attempt = { id: string; attempt: number; sequence: number }
type Message = Attempt & { body: string; secrets: readonly string[] }

/** The headers that depend neither on a secret nor on the time. */
export const plainHeaders = ({ id, attempt, sequence }: Attempt): Record<string, string> => ({
  "content-type": "application/json; charset=utf-8",
  "user-agent": "Countersign-Webhooks/1",
  "webhook-id": id,
  "x-delivery-attempt": String(attempt),
  "x-event-sequence": String(sequence),
})

/** Every valid secret signs, the current one first. `at` is the real time, not the tenant's: receivers compare it with their own clock. */
export function headersOf({ id, body, secrets, attempt, sequence }: Message, at: Date): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000)
  const [current = "", previous] = secrets
  return {
    ...plainHeaders({ id, attempt, sequence }),
    "signature-header": signature(current, body),
    ...(previous !== undefined && { "signature-header-previous": signature(previous, body) }),
    "webhook-timestamp": String(timestamp),
    "webhook-signature": secrets.map(secret => standardSignature(secret, id, timestamp, body)).join(" "),
  }
}

/** The body. `data` is the stored JSON, so that every attempt sends the same bytes. */
export const envelope = (event: string, data: string, tenantId: string, messageId: string) =>
  `{"event":${JSON.stringify(event)},"data":${data},"version":"v1",` +
  `"tenantId":${JSON.stringify(tenantId)},"messageId":${JSON.stringify(messageId)}}`
