import { gatewayTimeoutMs, GatewayUnreachable } from "./gateway.ts"
import { type ProviderCall, callProvider, type ProviderReply } from "./provider-http.ts"

/** The request may have arrived, and nobody knows what the provider made of it. */
export class LostAnswer extends Error {}

/** Calls a provider. Throws `GatewayUnreachable` where nothing arrived, and `LostAnswer` where that is not certain. */
export async function callOrLose(call: ProviderCall): Promise<ProviderReply> {
  const reply = await callProvider(call).catch((error: unknown) => {
    if (error instanceof GatewayUnreachable) throw error
    throw new LostAnswer("the provider's answer was lost", { cause: error })
  })
  if (reply.status === 429) throw new GatewayUnreachable("the provider takes no more requests for now")
  if (reply.status >= 500 || reply.status === 408) throw new LostAnswer(`the provider answered ${reply.status}`)
  return { ...reply, body: withoutNulls(reply.body) }
}

/** Providers write null for what is absent, some of them some of the time. */
function withoutNulls(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withoutNulls)
  if (typeof value !== "object" || value === null) return value
  const present = Object.entries(value).filter(([, each]) => each !== null)
  return Object.fromEntries(present.map(([name, each]) => [name, withoutNulls(each)]))
}

/** A lost answer is an outcome, too. Errors that are certain stay errors. */
export const orUnknown = <T>(call: Promise<T>): Promise<T | { status: "unknown" }> =>
  call.catch((error: unknown) => {
    if (error instanceof LostAnswer) return { status: "unknown" }
    throw error
  })

/** For a look after something that may have moved money: that the provider can't be reached now proves nothing about before. */
export const orLost = <T>(call: Promise<T>): Promise<T> =>
  call.catch((error: unknown) => {
    throw error instanceof GatewayUnreachable ? new LostAnswer("the provider could not be reached again", { cause: error }) : error
  })

/** Calls of one name that overlap share one result: some providers refuse a second request while the first one runs. */
export function createJoin<T>(): (name: string, call: () => Promise<T>) => Promise<T> {
  const running = new Map<string, Promise<T>>()
  return (name, call) => {
    const existing = running.get(name)
    if (existing) return existing
    const started = call().finally(() => running.delete(name))
    running.set(name, started)
    return started
  }
}

/** A call takes up to 8 seconds, and the caller of a gateway waits for 10. */
const maxDelayMs = gatewayTimeoutMs - 8_000

/** Returns a function that refuses to begin what moves money so late that the caller would no longer hear of it. */
export function startInTime(): () => void {
  const startedAt = performance.now()
  return () => {
    if (performance.now() - startedAt > maxDelayMs) throw new GatewayUnreachable("the provider was too slow; nothing was begun")
  }
}
