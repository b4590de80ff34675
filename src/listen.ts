import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { Event } from "./events/schema.ts"
import { sequenceOf } from "./kit/publish.ts"
import { replyWithinMs } from "./webhooks/rules.ts"
import { eventTypes, testEvent } from "./webhooks/schema.ts"
import { envelope, headersOf } from "./webhooks/sign.ts"
import { newSecret } from "./webhooks/store.ts"

type Options = { forwardTo?: string; events?: string; secret?: string; baseUrl?: string; apiKey?: string; tenant?: string }
type Place = { baseUrl: string; apiKey: string; tenantId: string }

/** How often the service is asked for news, or whether it is back. */
const everyMs = 500
/** Longer than a commit takes: of two events the older may be seen after the younger, so this much is read again each time. */
const overlapMs = 10_000

/** What keeps it from listening, in words. */
export class ListenFault extends Error {}

/** Events as they happen, for a developer: no address that the service could reach is needed, and the signature is a true one. */
export async function listen(options: Options) {
  const place = placeOf(options)
  const secret = options.secret ?? newSecret()
  const wanted = typesOf(options.events)
  const [newest] = await eventsOf(place, "sort=-createdAt&limit=1")
  let known = await recent(place, newest)
  console.log(`Listening to ${place.baseUrl}.${options.forwardTo ? ` Forwarding to ${options.forwardTo}, signed with ${secret}` : ""}`)
  for (;;) {
    const events = await recent(place, [...known.values()].at(-1))
    for (const event of events.values())
      if (!known.has(event._id) && (!wanted || wanted.includes(event.event))) await show(event, place, secret, options.forwardTo)
    known = events
    await wait(everyMs)
  }
}

/** By id, oldest first: all that is not older than the newest known one by more than the overlap. */
async function recent(place: Place, newest: Event | undefined): Promise<Map<string, Event>> {
  const since = new Date(newest ? Date.parse(newest.createdAt) - overlapMs : 0).toISOString()
  const found: Event[] = []
  for (;;) {
    const cursor = found.length > 0 ? `&startingAfter=${found.at(-1)!._id}` : ""
    const events = await eventsOf(place, `sort=createdAt&limit=100&createdAt[gte]=${since}${cursor}`)
    found.push(...events)
    if (events.length < 100) return new Map(found.map(event => [event._id, event]))
  }
}

async function show(event: Event, { tenantId }: Place, secret: string, forwardTo: string | undefined) {
  const said = `${event.createdAt}  ${event.event.padEnd(24)} ${event.object}`
  if (!forwardTo) return console.log(said)
  const { _id: id, data } = event
  const body = envelope(event.event, JSON.stringify(data), tenantId, id)
  const headers = headersOf({ id, body, secrets: [secret], attempt: 1, sequence: sequenceOf(event.event, data) })
  const signal = AbortSignal.timeout(replyWithinMs)
  const answer = await fetch(forwardTo, { method: "POST", headers, body, redirect: "manual", signal }).then(
    ({ status }) => String(status),
    (error: Error) => `no answer: ${causeOf(error)}`,
  )
  console.log(`${said}  → ${answer}`)
}

/** A service that is away may come back, so it is asked until it answers. What it refuses will not be granted by asking again. */
async function eventsOf(place: Place, query: string): Promise<Event[]> {
  for (let isAway = false; ; isAway = true) {
    try {
      const events = await ask(place, query)
      if (isAway) console.error(`${place.baseUrl} answers again.`)
      return events
    } catch (error) {
      if (error instanceof ListenFault) throw error
      if (!isAway) console.error(`${place.baseUrl} does not answer (${causeOf(error as Error)}). It is asked until it does.`)
      await wait(everyMs)
    }
  }
}

async function ask({ baseUrl, apiKey, tenantId }: Place, query: string): Promise<Event[]> {
  const response = await fetch(`${baseUrl}/v1/dev/events?${query}`, {
    headers: { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId },
    signal: AbortSignal.timeout(replyWithinMs),
  })
  if (response.status === 429 || response.status >= 500) throw new Error(`it answered ${response.status}`)
  const body = (await response.json()) as { data: Event[]; error?: { message: string } }
  if (body.error) throw new ListenFault(`${baseUrl} refused: ${body.error.message}`)
  return body.data
}

const causeOf = (error: Error) =>
  (error.cause as Error | undefined)?.message || (error.cause as { code?: string } | undefined)?.code || error.message

function typesOf(events: string | undefined): string[] | undefined {
  const types = events?.split(",").map(type => type.trim())
  const unknown = types?.find(type => type !== testEvent && !eventTypes.includes(type))
  if (unknown !== undefined) throw new ListenFault(`There is no event ${unknown}; there are ${eventTypes.join(", ")}.`)
  return types
}

/** What is not said comes from the sandbox of this machine. */
function placeOf({ baseUrl, apiKey, tenant }: Options): Place {
  if (baseUrl && apiKey && tenant) return { baseUrl, apiKey, tenantId: tenant }
  const path = join(process.env["DATA_DIR"] ?? "./data", "demo.json")
  try {
    const demo = JSON.parse(readFileSync(path, "utf8")) as Place
    return { baseUrl: baseUrl ?? demo.baseUrl, apiKey: apiKey ?? demo.apiKey, tenantId: tenant ?? demo.tenantId }
  } catch {
    throw new ListenFault(`There is no sandbox in ${path}. Start Countersign here first, or say --base-url, --api-key and --tenant.`)
  }
}
