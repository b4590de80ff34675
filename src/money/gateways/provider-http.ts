import { type Call, ForbiddenDestination, request } from "../../kit/service/outbound-http.ts"
import { gatewayTimeoutMs, GatewayUnreachable } from "./gateway.ts"
import { CredentialsRejected } from "./provider.ts"

export type ProviderCall = Pick<Call, "method" | "url" | "headers" | "body" | "tls" | "allowPrivate">
export type ProviderReply = { status: number; headers: Record<string, string | string[] | undefined>; body: unknown }

/** Less than the service waits for a gateway, so that a call never goes on after it was given up. */
export const timeoutMs = gatewayTimeoutMs - 2_000
const maxReplyBytes = 4_000_000

/**
 * Calls a provider and returns its answer, whatever its status is; the body is parsed where it is JSON. Throws `GatewayUnreachable` only
 * where the request certainly did not arrive. Any other failure leaves open what the provider did.
 */
export async function callProvider(call: ProviderCall, withinMs = timeoutMs): Promise<ProviderReply> {
  try {
    const { status, headers, body } = await request({ ...call, timeoutMs: withinMs, maxReplyBytes })
    return { status, headers, body: parseJson(body) }
  } catch (error) {
    if (neverArrived(error)) throw new GatewayUnreachable("the provider could not be reached", { cause: error })
    throw error
  }
}

/** The connection was refused, the name is unknown, or the certificate is wrong: no byte of the request was sent. */
const unreachableCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|ERR_TLS_CERT_|ERR_SSL_)/

function neverArrived(error: unknown): boolean {
  if (error instanceof ForbiddenDestination) return true
  if (error instanceof AggregateError) return error.errors.length > 0 && error.errors.every(neverArrived) // of each address
  return error instanceof Error && "code" in error && unreachableCodes.test(String(error.code))
}

/** Refuses 401 and 403 in the provider's own words, which `wordsOf` finds in the body. */
export function assertAccepted({ status, body }: ProviderReply, wordsOf: (body: unknown) => string | undefined) {
  if (status === 401 || status === 403) throw new CredentialsRejected(wordsOf(body) ?? `the provider answered ${status}`)
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return body
  }
}
