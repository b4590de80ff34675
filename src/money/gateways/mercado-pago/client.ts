import { z } from "zod"
import { config } from "../../../kit/service/config.ts"
import { type Credentials, CredentialsRejected } from "../provider.ts"
import { callOrLose } from "../provider-calls.ts"
import type { ProviderReply } from "../provider-http.ts"

type ApiCall = { method: "GET" | "POST"; path: string; body?: object; idempotencyKey?: string }

/** Calls Mercado Pago. Throws `CredentialsRejected` for 401 and 403. The address is a setting of the installation, not of a tenant. */
export async function callApi(credentials: Credentials, { method, path, body, idempotencyKey }: ApiCall): Promise<ProviderReply> {
  const reply = await callOrLose({
    method,
    url: `${config.MERCADO_PAGO_API_URL}${path}`,
    headers: {
      accept: "application/json",
      authorization: `Bearer ${credentials["accessToken"]?.trim()}`,
      ...(body && { "content-type": "application/json" }),
      ...(idempotencyKey !== undefined && { "x-idempotency-key": idempotencyKey }),
    },
    ...(body && { body: JSON.stringify(body) }),
    allowPrivate: true,
  })
  if (reply.status === 401 || reply.status === 403) throw new CredentialsRejected(wordsOf(credentials, reply))
  return reply
}

const Refusal = z.object({
  message: z.string().optional(),
  error: z.string().optional(),
  errors: z
    .array(z.object({ code: z.string().optional(), message: z.string().optional(), details: z.array(z.string()).optional() }))
    .optional(),
})

/** Why Mercado Pago refuses, in its own words, without what is secret. */
export function wordsOf(credentials: Credentials, { status, body }: Pick<ProviderReply, "status" | "body">): string {
  const { message, error, errors = [] } = Refusal.safeParse(body).data ?? {}
  const list = errors.map(each => [each.message ?? each.code, ...(each.details ?? [])].join(" "))
  const text = [message ?? error, ...list].filter(Boolean).join("; ") || `Mercado Pago answered ${status}`
  return Object.values(credentials)
    .filter(secret => secret.length > 3)
    .reduce((all, secret) => all.replaceAll(secret, "…"), text)
    .slice(0, 400)
}
