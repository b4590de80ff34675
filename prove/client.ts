import { setTimeout as wait } from "node:timers/promises"
import type { Random } from "./random.ts"
import type { Credentials } from "./service.ts"

/** Untyped JSON, as a program of a customer sees it. */
// oxlint-disable-next-line typescript/no-explicit-any
export type Json = any
export type Answer = { status: number; text: string; body: Json }

/** What the service has promised by answering: a write under this key was done, or refused, and this is its answer. */
export type Promised = { tenant: string; path: string; key: string; status: number; text: string }

export type Log = ReturnType<typeof newLog>

/** What all clients of a trial have seen. */
export function newLog() {
  return { requests: 0, promises: [] as Promised[], violations: [] as string[], hasEnded: false }
}

const answerMs = 30_000
/** How long a client repeats a request that gets no answer. */
const patienceMs = 120_000

/** Whether the answer says that the same request may be sent again: the service is starting, or the first one is still running. */
const isForNow = ({ status, body }: Answer) => status === 502 || status === 503 || body?.error?.code === "IDM-1003"

/** A client as it should be written: it repeats a request under its key until it is answered. Some requests it sends twice at once. */
export function newClient(
  addresses: readonly string[],
  { tenantId, apiKey }: Pick<Credentials, "tenantId" | "apiKey">,
  random: Random,
  log: Log,
) {
  const headers = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId, "content-type": "application/json" }
  async function send(method: string, path: string, body?: string, more: Record<string, string> = {}): Promise<Answer> {
    log.requests++
    const response = await fetch(random.pick(addresses) + path, {
      method,
      headers: { ...headers, ...more },
      signal: AbortSignal.timeout(answerMs),
      ...(body !== undefined && { body }),
    })
    const text = await response.text()
    return { status: response.status, text, body: text.startsWith("{") ? JSON.parse(text) : undefined }
  }
  async function untilAnswered(method: string, path: string, body?: string, more?: Record<string, string>): Promise<Answer> {
    for (const end = Date.now() + patienceMs; ; await wait(random.whole(20, 200))) {
      const answer = await send(method, path, body, more).catch(() => undefined) // no answer: the process or its connection ended
      if (answer && !isForNow(answer)) {
        if (answer.status >= 500) log.violations.push(`${method} ${path} was answered ${answer.status}: ${answer.text}`)
        return answer
      }
      if (Date.now() > end) throw new Error(`${method} ${path} got no answer in ${patienceMs} ms`)
    }
  }
  return {
    tenantId,
    read: (path: string) => untilAnswered("GET", path),
    /** Sends what a gateway tells the tenant: as it is, and without a key, because events have ids. */
    report: (path: string, body: string, more: Record<string, string>) => untilAnswered("POST", path, body, more),
    /**
     * Returns the answer. All successes under one key must be the same. A refusal is not stored: if what it named is gone when the second
     * of two requests arrives, that one succeeds.
     */
    async write(path: string, fields: object = {}): Promise<Answer> {
      const key = `${tenantId}-${log.promises.length}-${random.whole(0, 2 ** 31)}`
      const body = JSON.stringify(fields)
      const more = { "idempotency-key": key }
      const times = random.chance(0.1) ? 2 : 1
      const answers = await Promise.all(Array.from({ length: times }, () => untilAnswered("POST", path, body, more)))
      if (random.chance(0.1)) answers.push(await untilAnswered("POST", path, body, more))
      const [success, ...others] = answers.filter(({ status }) => status < 400)
      for (const { text } of others)
        if (text !== success!.text) log.violations.push(`POST ${path} was answered differently under one key: ${success!.text} and ${text}`)
      const answer = success ?? answers[0]!
      log.promises.push({ tenant: tenantId, path, key, status: answer.status, text: answer.text })
      return answer
    },
  }
}
export type Client = ReturnType<typeof newClient>
