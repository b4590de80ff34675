import { log } from "../../kit/service/log.ts"
import { gatewayTimeoutMs, GatewayUnreachable } from "./gateway.ts"

/** The outcome of a call to a gateway: unreachable where certainly nothing was done, unknown where it failed or did not respond in time. */
export function outcomeOf<T>(call: Promise<T>, key: string) {
  return Promise.race([call, timeout()]).catch((error: unknown) => {
    if (error instanceof GatewayUnreachable) return { status: "unreachable" as const }
    log.warn({ error, key }, "a call to a gateway failed; its outcome will be looked up")
    return { status: "unknown" as const }
  })
}

const timeout = () =>
  new Promise<{ status: "unknown" }>(resolve => setTimeout(resolve, gatewayTimeoutMs, { status: "unknown" as const }).unref())
