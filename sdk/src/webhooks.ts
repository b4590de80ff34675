import type { WebhookEvent } from "./printed/api.ts"

export type WebhookMessage = {
  /** The raw body, as bytes or text, before any parser has touched it. */
  body: string | Uint8Array
  headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The secret of the endpoint. During a rotation, both. */
  secret: string | readonly string[]
  /** `standard` covers id and time, so that an old message can't be sent again. `signature-header` covers only the body. */
  scheme?: "standard" | "signature-header"
  /** How old a message may be, and how far ahead of this clock. */
  toleranceSeconds?: number
  now?: Date
}

/** The message is not from the service, or too old. Respond 401. */
export class WebhookError extends Error {
  override readonly name = "WebhookError"
}

/** Returns the event of a genuine message, and throws WebhookError otherwise. `messageId` is the same for all attempts. */
export async function verifyWebhook(message: WebhookMessage): Promise<WebhookEvent> {
  const { body, secret, scheme = "standard" } = message
  const bytes = typeof body === "string" ? new TextEncoder().encode(body) : body
  const secrets = typeof secret === "string" ? [secret] : secret
  if (secrets.length === 0 || secrets.includes("")) throw new TypeError("The secret of the webhook is empty.")
  const isGenuine = scheme === "standard" ? await isStandard(message, bytes, secrets) : await isSignatureHeader(message, bytes, secrets)
  if (!isGenuine) throw new WebhookError("No signature matches the body. Check the secret, and that the body is the raw one.")
  return JSON.parse(new TextDecoder().decode(bytes)) as WebhookEvent
}

/** Standard Webhooks: the id, the time and the body are signed together. There is one signature for each valid secret. */
async function isStandard(message: WebhookMessage, body: Uint8Array, secrets: readonly string[]): Promise<boolean> {
  const [id, timestamp, signatures] = ["webhook-id", "webhook-timestamp", "webhook-signature"].map(name => headerOf(message, name))
  const { now = new Date(), toleranceSeconds = 300 } = message
  if (!/^\d{1,12}$/.test(timestamp!)) throw new WebhookError("webhook-timestamp must be a number of seconds.")
  if (Math.abs(now.getTime() / 1000 - Number(timestamp)) > toleranceSeconds)
    throw new WebhookError(`webhook-timestamp is more than ${toleranceSeconds} seconds away from this clock.`)
  const signed = concat(new TextEncoder().encode(`${id}.${timestamp}.`), body)
  const given = signatures!.split(" ").flatMap(each => (each.startsWith("v1,") ? [fromBase64(each.slice(3))] : []))
  return matches(given, secrets.map(standardKey), signed)
}

/** `Signature-Header`, and during a rotation that of the old secret. */
async function isSignatureHeader(message: WebhookMessage, body: Uint8Array, secrets: readonly string[]): Promise<boolean> {
  const texts = [headerOf(message, "signature-header"), findHeader(message, "signature-header-previous") ?? ""]
  const given = texts.flatMap(text => (/^sha256=[0-9a-f]{64}$/.test(text) ? [fromHex(text.slice(7))] : []))
  const keys = secrets.map(secret => new TextEncoder().encode(secret))
  return matches(given, keys, body)
}

/** The text after whsec_ is the key in base64; any other secret is the key itself. */
const standardKey = (secret: string) =>
  /^whsec_[A-Za-z0-9+/]+={0,2}$/.test(secret) ? fromBase64(secret.slice(6)) : new TextEncoder().encode(secret)

type Bytes = Uint8Array<ArrayBuffer>

/** WebCrypto compares in constant time. */
async function matches(signatures: readonly Bytes[], keys: readonly Bytes[], signed: Uint8Array): Promise<boolean> {
  for (const raw of keys) {
    const key = await crypto.subtle.importKey("raw", raw, { name: "HMAC", hash: "SHA-256" }, false, ["verify"])
    for (const signature of signatures) if (await crypto.subtle.verify("HMAC", key, signature, new Uint8Array(signed))) return true
  }
  return false
}

function headerOf(message: WebhookMessage, name: string): string {
  const value = findHeader(message, name)
  if (value === undefined) throw new WebhookError(`The header ${name} is missing.`)
  return value
}

function findHeader({ headers }: WebhookMessage, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const [, value] = Object.entries(headers).find(([key]) => key.toLowerCase() === name) ?? []
  return Array.isArray(value) ? value[0] : (value as string | undefined)
}

function concat(first: Uint8Array, second: Uint8Array): Bytes {
  const all = new Uint8Array(first.length + second.length)
  all.set(first)
  all.set(second, first.length)
  return all
}

/** Text that is not base64 matches no signature. */
function fromBase64(text: string): Bytes {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text) && text.length % 4 !== 1
    ? Uint8Array.from(atob(text), char => char.charCodeAt(0))
    : new Uint8Array()
}

const fromHex = (text: string): Bytes => Uint8Array.from(text.match(/../g) ?? [], pair => parseInt(pair, 16))
