import { log } from "../../kit/service/log.ts"
import { gatewayTimeoutMs, GatewayUnreachable } from "./gateway.ts"

/** The outcome of a call to a gateway: unreachable when the gateway certainly did nothing, unknown when the call failed or timed out. */
export function outcomeOf<T>(call: Promise<T>, key: string) {
  return withTimeout(call).catch((error: unknown) => {
    if (error instanceof GatewayNotInstalled) throw error
    if (error instanceof GatewayUnreachable) return { status: "unreachable" as const }
    log.warn({ error, object: key }, "a call to a gateway failed; its outcome will be looked up")
    return { status: "unknown" as const }
  })
}

/** Nothing can be asked, and only those who run the service can change that. */
export class GatewayNotInstalled extends Error {}

/** Fails when the gateway does not respond in time. The worker waits for each job, so a call that never ends would stop all other jobs. */
export const withTimeout = <T>(call: Promise<T>): Promise<T> => Promise.race([call, timeout()])

const timeout = () =>
  new Promise<never>((_resolve, reject) => {
    setTimeout(() => reject(new Error("the gateway did not respond in time")), gatewayTimeoutMs).unref()
  })
