import { setTimeout as wait } from "node:timers/promises"
import { z } from "zod"
import { config } from "../../../kit/service/config.ts"
import { GatewayUnreachable } from "../gateway.ts"
import { CredentialsRejected } from "../provider.ts"
import { assertAccepted, callProvider, type ProviderCall, type ProviderReply, timeoutMs } from "../provider-http.ts"
import { encodeForm } from "./form.ts"

/** The version whose shapes this adapter knows. Accounts have other defaults, so that each request names it. */
export const apiVersion = "2026-10-28.endive"

/** Stripe's API with the secret key of one account. Each answer is parsed by a schema, so that a shape we do not know stops us. */
export type StripeClient = {
  get<T>(schema: z.ZodType<T>, path: string, query?: object): Promise<T>
  /** Undefined where Stripe has no such object. */
  find<T>(schema: z.ZodType<T>, path: string): Promise<T | undefined>
  /** Takes effect once per `key`, for at least 24 hours. */
  post<T>(schema: z.ZodType<T>, path: string, params: object, key: string): Promise<T>
  upload<T>(schema: z.ZodType<T>, path: string, multipart: { boundary: string; body: Buffer }, key: string): Promise<T>
  /** Does nothing where Stripe has no such object. */
  remove(path: string): Promise<void>
  /** All objects of a list, page by page, the newest first. */
  list<T extends { id: string }>(schema: z.ZodType<T>, path: string, query?: object): AsyncGenerator<T>
}

/** Stripe refused a request and did nothing. The message has its words. */
export class StripeRefusal extends Error {
  readonly status: number
  readonly code: string
  constructor(status: number, code: string, words: string) {
    super(words)
    this.status = status
    this.code = code
  }
}

/** The key is valid, and has no right to do this. The message has Stripe's words. */
export class RightMissing extends CredentialsRejected {}

const pageSize = 100

export function stripeClient(secretKey: string): StripeClient {
  const headers = { authorization: `Bearer ${secretKey}`, "stripe-version": apiVersion }
  const call = async <T>(schema: z.ZodType<T>, { url, ...rest }: Omit<ProviderCall, "allowPrivate">): Promise<T> => {
    // The operator's own setting names the address, so it may be a private one.
    const reply = await callPatiently({ ...rest, url, headers: { ...headers, ...rest.headers }, allowPrivate: true })
    return parse(schema, reply)
  }
  const get: StripeClient["get"] = (schema, path, query = {}) => {
    const text = encodeForm(query)
    return call(schema, { method: "GET", url: `${config.STRIPE_API_URL}${path}${text && `?${text}`}`, headers: {} })
  }
  return {
    get,
    find: (schema, path) => orMissing(get(schema, path)),
    post: (schema, path, params, key) => {
      const sent = { "content-type": "application/x-www-form-urlencoded", "idempotency-key": key }
      return call(schema, { method: "POST", url: `${config.STRIPE_API_URL}${path}`, headers: sent, body: encodeForm(params) })
    },
    upload: (schema, path, { boundary, body }, key) => {
      const sent = { "content-type": `multipart/form-data; boundary=${boundary}`, "idempotency-key": key }
      return call(schema, { method: "POST", url: `${uploadUrl()}${path}`, headers: sent, body })
    },
    remove: async path =>
      void (await orMissing(call(z.unknown(), { method: "DELETE", url: `${config.STRIPE_API_URL}${path}`, headers: {} }))),
    async *list(schema, path, query = {}) {
      const Page = z.object({ data: z.array(schema), has_more: z.boolean() })
      for (let after: string | undefined; ;) {
        const { data, has_more } = await get(Page, path, { ...query, limit: pageSize, starting_after: after })
        yield* data
        after = data.at(-1)?.id
        if (!has_more || after === undefined) return
      }
    },
  }
}

/** Stripe takes files at a host of their own; a service that stands in for it takes them where it takes all else. */
const uploadUrl = () => config.STRIPE_API_URL.replace(/^https:\/\/api\.stripe\.com$/, "https://files.stripe.com")

async function orMissing<T>(call: Promise<T>): Promise<T | undefined> {
  return call.catch((error: unknown) => {
    if (error instanceof StripeRefusal && error.status === 404) return undefined
    throw error
  })
}

const [firstDelayMs, maxDelayMs] = [100, 1_600]

/**
 * Waits while another call with the same key is under way (409), and while Stripe takes no more requests (429), but not for longer than
 * one call may take. Once a request has arrived, a connection that is refused later does not mean that nothing happened.
 */
async function callPatiently(call: ProviderCall): Promise<ProviderReply> {
  const startedAt = performance.now()
  const leftMs = () => timeoutMs - (performance.now() - startedAt)
  for (let delayMs = firstDelayMs, hasArrived = false; ; delayMs = Math.min(2 * delayMs, maxDelayMs), hasArrived = true) {
    const reply = await callProvider(call, leftMs()).catch((error: unknown) => {
      if (hasArrived && error instanceof GatewayUnreachable) throw new Error("Stripe could not be reached again", { cause: error })
      throw error
    })
    if ((reply.status !== 409 && reply.status !== 429) || leftMs() < 2 * delayMs) return reply
    await wait(delayMs * (0.5 + Math.random() / 2)) // those who wait for each other do not all return at once
  }
}

const Failure = z.object({
  error: z.object({ type: z.string().optional(), code: z.string().optional(), message: z.string().optional() }),
})

function parse<T>(schema: z.ZodType<T>, reply: ProviderReply): T {
  const { status, body, headers } = reply
  if (status === 403) throw new RightMissing(wordsOf(body) ?? "Stripe answered 403")
  assertAccepted(reply, wordsOf)
  const { type, code = "refused" } = Failure.safeParse(body).data?.error ?? {}
  const isRefusal = status >= 400 && status < 500 && status !== 409 && status !== 429 && type !== "idempotency_error"
  if (isRefusal) throw new StripeRefusal(status, code, wordsOf(body) ?? `Stripe answered ${status}`)
  const request = String(headers["request-id"] ?? "without an id")
  if (status < 200 || status >= 300) throw new Error(`Stripe answered ${status} to request ${request}: ${wordsOf(body) ?? "no reason"}`)
  const result = schema.safeParse(body)
  if (!result.success) throw new Error(`the answer to request ${request} of Stripe is not as documented: ${z.prettifyError(result.error)}`)
  return result.data
}

/** Stripe's own words, without a key: it hides most of one, but not all. */
function wordsOf(body: unknown): string | undefined {
  return Failure.safeParse(body).data?.error.message?.replaceAll(/\b[srp]k_(live|test)_[\w*]+/g, "…")
}
