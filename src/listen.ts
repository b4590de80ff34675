import { readFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import type { Event } from "./events/schema.ts"
import { envelope, headersOf } from "./webhooks/sign.ts"
import { newSecret } from "./webhooks/store.ts"

type Options = { forwardTo?: string; events?: string; secret?: string; baseUrl?: string; apiKey?: string; tenant?: string }
type Place = { baseUrl: string; apiKey: string; tenantId: string }

/** How often the service is asked for news. */
const everyMs = 500

/** Events as they happen, for a developer: no address that the service could reach is needed, and the signature is a true one. */
export async function listen(options: Options) {
  const place = placeOf(options)
  const secret = options.secret ?? newSecret()
  const wanted = options.events?.split(",")
  console.log(`Listening to ${place.baseUrl}.${options.forwardTo ? ` Forwarding to ${options.forwardTo}, signed with ${secret}` : ""}`)
  let [last] = await eventsOf(place, "sort=-createdAt&limit=1")
  for (;;) {
    const events = await eventsOf(place, `sort=createdAt&limit=100${last ? `&startingAfter=${last._id}` : ""}`)
    for (const event of events) if (!wanted || wanted.includes(event.event)) await show(event, place, secret, options.forwardTo)
    last = events.at(-1) ?? last
    if (events.length === 0) await wait(everyMs)
  }
}

async function show(event: Event, { tenantId }: Place, secret: string, forwardTo: string | undefined) {
  const said = `${event.createdAt}  ${event.event.padEnd(24)} ${event.object}`
  if (!forwardTo) return console.log(said)
  const body = envelope(event.event, JSON.stringify(event.data), tenantId, event._id)
  const headers = headersOf({
    id: event._id,
    body,
    secrets: [secret],
    now: new Date(),
    attempt: 1,
    sequence: Number(event.data["version"] ?? 1),
  })
  const answer = await fetch(forwardTo, { method: "POST", headers, body, redirect: "manual" }).then(
    ({ status }) => String(status),
    (error: Error) => `no answer: ${String((error.cause as Error | undefined)?.message ?? error.message)}`,
  )
  console.log(`${said}  → ${answer}`)
}

async function eventsOf({ baseUrl, apiKey, tenantId }: Place, query: string): Promise<Event[]> {
  const response = await fetch(`${baseUrl}/v1/dev/events?${query}`, {
    headers: { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId },
  })
  const body = (await response.json()) as { data: Event[]; error?: { message: string } }
  if (body.error) throw new Error(body.error.message)
  return body.data
}

/** What is not said comes from the sandbox of this machine. */
function placeOf({ baseUrl, apiKey, tenant }: Options): Place {
  if (baseUrl && apiKey && tenant) return { baseUrl, apiKey, tenantId: tenant }
  const demo = JSON.parse(readFileSync(join(process.env["DATA_DIR"] ?? "./data", "demo.json"), "utf8")) as Place
  return { baseUrl: baseUrl ?? demo.baseUrl, apiKey: apiKey ?? demo.apiKey, tenantId: tenant ?? demo.tenantId }
}
