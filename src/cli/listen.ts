import { existsSync, readFileSync } from "node:fs"
import { homedir } from "node:os"
import { dirname, join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { Event } from "../platform/events/schema.ts"
import { sequenceOf } from "../kit/events/sequence.ts"
import { replyTimeoutMs } from "../platform/webhooks/rules.ts"
import { makeDirectory } from "../embedded/make-directory.ts"
import { writeWhole } from "../embedded/write-whole.ts"
import { Fault } from "../kit/service/fault.ts"
import { testEvent } from "../platform/webhooks/schema.ts"
import { envelope, headersOf, newSecret } from "../platform/webhooks/sign.ts"
import { type Connection, type ConnectionOptions, resolveConnection } from "./connection.ts"

export type ListenOptions = { forwardTo?: string; events?: string; secret?: string } & ConnectionOptions

/** How often the service is polled, even while it does not respond. */
const pollMs = 500
/** Longer than a commit takes: an older event may become visible after a newer one, so this window is read again at each poll. */
const overlapMs = 10_000

export class ListenFault extends Fault {}

/** Prints and forwards events for a developer. It polls, so the service need not reach this machine; forwards are signed like webhooks. */
export async function listen(options: ListenOptions) {
  const connection = resolveConnection(options)
  const secret = options.secret ?? (options.forwardTo === undefined ? "" : readOrCreateSecret())
  const types = await parseTypes(options.events, connection)
  const [newest] = await fetchEvents(connection, "sort=-createdAt&limit=1")
  let seen = await fetchRecent(connection, newest)
  const forwarding = options.forwardTo ? ` Forwarding to ${options.forwardTo}, signed with the secret ${secret}` : ""
  console.log(`Listening to ${connection.baseUrl}.${forwarding}`)
  for (;;) {
    const events = await fetchRecent(connection, [...seen.values()].at(-1))
    for (const event of events.values())
      if (!seen.has(event._id) && (!types || types.includes(event.event))) await showEvent(event, connection, secret, options.forwardTo)
    seen = events
    await wait(pollMs)
  }
}

/** The developer's secret is the same at every run, so that the receiving program needs it only once. */
function readOrCreateSecret(): string {
  const path = join(process.env["XDG_CONFIG_HOME"] || join(homedir(), ".config"), "countersign", "listen.secret")
  try {
    if (!existsSync(path)) {
      makeDirectory(dirname(path))
      writeWhole(path, `${newSecret()}\n`)
    }
    return readFileSync(path, "utf8").trim()
  } catch (error) {
    throw new ListenFault(`The signing secret can't be kept in ${path}: ${(error as Error).message}. Choose one with --secret.`)
  }
}

/** Returns events by id, oldest first, from `overlapMs` before the newest seen one. */
async function fetchRecent(connection: Connection, newest: Event | undefined): Promise<Map<string, Event>> {
  const since = new Date(newest ? Date.parse(newest.createdAt) - overlapMs : 0).toISOString()
  const fetched: Event[] = []
  for (;;) {
    const cursor = fetched.length > 0 ? `&startingAfter=${fetched.at(-1)!._id}` : ""
    const events = await fetchEvents(connection, `sort=createdAt&limit=100&createdAt[gte]=${since}${cursor}`)
    fetched.push(...events)
    if (events.length < 100) return new Map(fetched.map(event => [event._id, event]))
  }
}

async function showEvent(event: Event, { tenantId }: Connection, secret: string, forwardTo: string | undefined) {
  const line = `${event.createdAt}  ${event.event.padEnd(24)} ${event.object}`
  if (!forwardTo) return console.log(line)
  const { _id: id, data } = event
  const body = envelope(event.event, JSON.stringify(data), tenantId, id)
  const headers = headersOf({ id, body, secrets: [secret], attempt: 1, sequence: sequenceOf(event.event, data) }, new Date())
  const signal = AbortSignal.timeout(replyTimeoutMs)
  const result = await fetch(forwardTo, { method: "POST", headers, body, redirect: "manual", signal }).then(
    ({ status }) => String(status),
    (error: Error) => `no response: ${causeOf(error)}`,
  )
  console.log(`${line}  → ${result}`)
}

const fetchEvents = (connection: Connection, query: string) => fetchList<Event>(connection, `/v1/dev/events?${query}`)

/** Polls until the service responds. A refusal (4xx) is final, because the same request would be refused again. */
async function fetchList<T>(connection: Connection, path: string): Promise<T[]> {
  for (let isDown = false; ; isDown = true) {
    try {
      const list = await requestList<T>(connection, path)
      if (isDown) console.error(`${connection.baseUrl} responds again.`)
      return list
    } catch (error) {
      if (error instanceof ListenFault) throw error
      if (!isDown) console.error(`${connection.baseUrl} does not respond (${causeOf(error as Error)}). Trying again until it does.`)
      await wait(pollMs)
    }
  }
}

async function requestList<T>({ baseUrl, apiKey, tenantId }: Connection, path: string): Promise<T[]> {
  const response = await fetch(baseUrl + path, {
    headers: { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId },
    signal: AbortSignal.timeout(replyTimeoutMs),
  })
  if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`)
  const body = (await response.json()) as { data: T[]; error?: { message: string } }
  if (body.error) throw new ListenFault(`${baseUrl} refused: ${body.error.message}`)
  return body.data
}

const causeOf = (error: Error) =>
  (error.cause as Error | undefined)?.message || (error.cause as { code?: string } | undefined)?.code || error.message

/** The types come from the service, which may have another version. */
async function parseTypes(events: string | undefined, connection: Connection): Promise<string[] | undefined> {
  if (events === undefined) return
  const types = events.split(",").map(type => type.trim())
  const known = await fetchList<string>(connection, "/v1/dev/events/types")
  const unknown = types.find(type => type !== testEvent && !known.includes(type))
  if (unknown !== undefined) throw new ListenFault(`Unknown event type ${unknown}; use ${known.join(", ")}.`)
  return types
}
