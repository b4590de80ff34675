import { Agent, request } from "node:http"
import { buffer } from "node:stream/consumers"
import { gunzipSync } from "node:zlib"
import type { Json } from "../client.ts"
import { furnish } from "../furnish.ts"
import { seeded } from "../random.ts"
import { idsOf, ownIds } from "../../test/isolation-requests.ts"
import { abuse } from "./raw-http.ts"
import { type Input, inputOf, type Kind, kinds, type World } from "./inputs.ts"
import { findFault, type Reply } from "./judge.ts"

type Target = {
  baseUrl: string
  /** More processes of the same service. */
  others?: readonly string[]
  /** Takes the webhooks. */
  receiver: string
  newTenant(): Promise<Credentials>
  clients: number
}
type Credentials = { tenantId: string; apiKey: string; email: string; password: string; sign(bytes: Buffer): string }
export type Fault = { what: string; input: string; seed: number; at: number; times: number }
export type Outcome = { inputs: number; byKind: Record<Kind, number>; byStatus: Record<string, number>; faults: Fault[]; longestMs: number }

/** No answer may begin later, or pause for longer. Only an archive of all that a tenant has may take longer as a whole. */
const maxPauseMs = 20_000
const maxAnswerMs = 120_000
/** After so many inputs the objects of a tenant are canceled, paid or erased, so the next inputs get another tenant. */
const inputsPerTenant = 4_000

type Options = { inputs: number; seed: number; from?: number; minutes?: number }

/**
 * Until the time is over, sends the inputs with the numbers from `from` on. Each is the same for the same seed and number, in a tenant
 * with the same objects.
 */
export async function fuzz(target: Target, { inputs, seed, from = 0, minutes = Infinity }: Options): Promise<Outcome> {
  const end = Date.now() + minutes * 60_000
  const byKind = Object.fromEntries(kinds.map(kind => [kind, 0])) as Record<Kind, number>
  const outcome: Outcome = { inputs: 0, byKind, byStatus: {}, faults: [], longestMs: 0 }
  const agent = new Agent({ keepAlive: true, maxSockets: target.clients * 2 })
  const addresses = [target.baseUrl, ...(target.others ?? [])]
  try {
    const worldOf = furnishAhead(target, agent, from + inputs)
    let next = from
    const client = async (n: number) => {
      const served = { ...target, baseUrl: addresses[n % addresses.length]! }
      for (let at = next++; at < from + inputs && Date.now() < end; at = next++) {
        await tryInput(served, await worldOf(at), agent, outcome, { seed, at })
        if (inputs > 10_000 && at % inputsPerTenant === 0)
          console.log(`${at - from} inputs, ${outcome.faults.length} faults, ${new Date().toISOString()}`)
      }
    }
    await Promise.all(Array.from({ length: target.clients }, (_, n) => client(n)))
  } finally {
    agent.destroy()
  }
  return outcome
}

/** The tenant of an input. While one gets its inputs, the next one is made, so that nobody waits for it. */
function furnishAhead(target: Target, agent: Agent, last: number) {
  const worlds = new Map<number, Promise<World>>()
  const make = (n: number) => {
    if (worlds.has(n) || n * inputsPerTenant >= last) return
    worlds.set(n, newWorld(target, agent))
    worlds.get(n)!.catch(() => {}) // whoever needs it hears of it
  }
  return async (at: number): Promise<World> => {
    const n = Math.floor(at / inputsPerTenant)
    make(n)
    if (at % inputsPerTenant > inputsPerTenant / 2) make(n + 1)
    worlds.delete(n - 2)
    return worlds.get(n)!
  }
}

async function tryInput(target: Target, world: World, agent: Agent, outcome: Outcome, { seed, at }: { seed: number; at: number }) {
  const random = seeded(Math.imul(seed ^ (at + 1), 0x9e3779b1) ^ at)
  const input = inputOf(random, world)
  outcome.inputs++
  outcome.byKind[input.kind]++
  const note = (what: string, text: string) => {
    const same = outcome.faults.find(fault => fault.what === what)
    if (same) return void same.times++
    console.log(`${what}, at the input ${at}: ${text.slice(0, 400)}`)
    outcome.faults.push({ what, input: text, seed, at, times: 1 })
  }
  const began = performance.now()
  if (input.kind === "raw") {
    const { name, sent, problem } = await abuse(target.baseUrl, random)
    if (problem !== undefined) note(`${name}: ${problem}`, JSON.stringify(sent).slice(0, 1_000))
    return
  }
  const read = (path: string) =>
    ask(target, agent, { method: "GET", path, headers: { authorization: `ApiKey ${world.apiKey}`, "x-tenant-id": world.tenantId } })
  try {
    const reply = await ask(target, agent, input)
    outcome.byStatus[reply.status] = (outcome.byStatus[reply.status] ?? 0) + 1
    const fault = await findFault(input, reply, read)
    if (fault !== undefined)
      note(
        `${input.op?.route ?? input.op?.tool ?? input.path.split("?")[0]!}: ${fault}`,
        `${described(input)} → ${reply.text.slice(0, 500)}`,
      )
  } catch (error) {
    note(`${input.op?.route ?? input.path}: ${String(error)}`, described(input))
  }
  outcome.longestMs = Math.max(outcome.longestMs, performance.now() - began)
}

const described = ({ method, path, body }: Input) => `${method} ${path} ${body?.toString("utf8").slice(0, 1_500) ?? ""}`

/** Sends a request as it is, and returns the whole answer. */
async function ask(
  { baseUrl }: Target,
  agent: Agent,
  { method, path, headers, body }: Pick<Input, "method" | "path" | "headers" | "body">,
): Promise<Reply> {
  const length = method === "POST" ? { "content-length": String(body?.length ?? 0) } : {}
  return await new Promise((resolve, reject) => {
    const sent = request(
      baseUrl + path,
      { agent, method, headers: { ...headers, ...length }, signal: AbortSignal.timeout(maxAnswerMs) },
      response => {
        buffer(response).then(bytes => {
          const text = String(response.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes)
          const replayed = response.headers["idempotent-replayed"] === "true"
          resolve({ status: response.statusCode!, type: response.headers["content-type"] ?? "", replayed, text })
        }, reject)
      },
    )
    sent.setTimeout(maxPauseMs, () => sent.destroy(new Error(`nothing came for ${maxPauseMs} ms`)))
    sent.on("error", reject).end(body)
  })
}

/** A new tenant with objects of every kind. */
async function newWorld(target: Target, agent: Agent): Promise<World> {
  const { tenantId, apiKey, email, password, sign } = await target.newTenant()
  const headers = { authorization: `ApiKey ${apiKey}`, "x-tenant-id": tenantId }
  const send = async (method: "GET" | "POST", path: string, body?: object | string) => {
    const type = typeof body === "string" ? "application/octet-stream" : "application/json"
    const bytes = body === undefined ? undefined : Buffer.from(typeof body === "string" ? body : JSON.stringify(body))
    const { status, text } = await ask(target, agent, {
      method,
      path,
      headers: { ...headers, "content-type": type, "idempotency-key": crypto.randomUUID() },
      ...(bytes && { body: bytes }),
    })
    return { status, text, body: (text.startsWith("{") ? JSON.parse(text) : undefined) as Json }
  }
  const made = await furnish(send, target.receiver)
  const session = await fetch(`${target.baseUrl}/v1/sessions/create`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  })
  const cookie = session.headers.getSetCookie()[0]?.split(";")[0] ?? ""
  const [order] = (await send("GET", "/v1/orders")).body.data as Json[]
  const item = (await send("GET", `/v1/orders/${order._id}`)).body.data.items[0]
  const ids = ownIds(await idsOf({ get: path => send("GET", path) as never }), { itemId: item._id })
  const pages = [made.unpaid.links.long, made.saved.links.long, made.link.url].map(url => new URL(url).pathname)
  const keys = await Promise.all(
    pages.map(async path => /name="key" value="([^"]*)"/.exec(await (await fetch(target.baseUrl + path)).text())?.[1] ?? ""),
  )
  return { tenantId, apiKey, cookie, ids, pages: pages.map((path, i) => ({ path, key: keys[i]! })), sign }
}
