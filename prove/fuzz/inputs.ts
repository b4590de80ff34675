import { application } from "../../src/app.ts"
import { toolsOf } from "../../src/http/mcp/tools.ts"
import { inputSchema, type Schema } from "../../src/http/openapi/json-schema.ts"
import type { Operation } from "../../src/kit/operation/operation.ts"
import * as statements from "../../test/statement-files.ts"
import { pain002, returnsFile } from "../../test/bank-answer-files.ts"
import type { Random } from "../random.ts"
import { Fields, hostileTexts, pairsOf, toJson, valueFor } from "./values.ts"

/** A tenant of the run, and what its inputs may name. `ids` are by the names of fields and by the addresses of lists. */
export type World = {
  tenantId: string
  apiKey: string
  cookie: string
  ids: Readonly<Record<string, string>>
  /** Public pages, and the keys of their forms. */
  pages: readonly { path: string; key: string }[]
  /** Signs an event of the simulator. */
  sign(bytes: Buffer): string
}
export type Input = { kind: Kind; method: string; path: string; headers: Record<string, string>; body?: Buffer; op?: Operation }
export type Kind = "operation" | "tool" | "form" | "file" | "event" | "raw"

const weights: Record<Kind, number> = { operation: 70, tool: 10, form: 8, file: 6, event: 4, raw: 2 }
export const kinds = Object.keys(weights) as Kind[]

/** The input with this number. It depends on the numbers that `random` gives, and on nothing that happened before. */
export function inputOf(random: Random, world: World): Input {
  const kind = random.weighted(weights)
  return { kind, ...makers[kind](random, world) }
}

type Made = Omit<Input, "kind">
const makers: Record<Kind, (random: Random, world: World) => Made> = {
  operation,
  tool,
  form,
  file,
  event,
  raw: () => ({ method: "", path: "", headers: {} }),
}

const operations = application.operations.filter(op => op.route && !op.stream && !op.upload)
const schemas = new Map<unknown, Schema>()
function schemaOf({ input }: Operation): Schema {
  const known = schemas.get(input) ?? inputSchema(input)
  schemas.set(input, known)
  return known
}

/** A third of the inputs is valid, as far as the schema says it; a third nearly so. */
const hostilityIn = (random: Random) => random.pick([0, 0.04, 0.3])!

/** These read, draw or replay all that a tenant has, and take as long as some hundred others. They get a fifth of the usual inputs. */
const isSlow = ({ route }: Operation) => /\/(export|verify|document|clock)$/.test(route!)

function pickOperation(random: Random): Operation {
  const op = random.pick(operations)!
  return isSlow(op) && random.chance(0.8) ? pickOperation(random) : op
}

function operation(random: Random, world: World): Made {
  const op = pickOperation(random)
  const hostility = hostilityIn(random)
  const [method, route] = op.route!.split(" ") as ["GET" | "POST", string]
  const fields = valueFor(schemaOf(op), "", { random, hostility, ids: world.ids })
  const path = route.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(partOf(random, world, route, name, hostility)))
  if (method === "GET")
    return { method, path: `${path}${queryOf(op, fields, random, world, hostility)}`, headers: headersOf(random, world, hostility), op }
  const headers: Record<string, string> = { ...headersOf(random, world, hostility), "content-type": "application/json" }
  if (random.chance(0.3) || op.idempotency === "header") headers["idempotency-key"] = `key ${random.whole(0, 1e9)}`
  if (random.chance(0.05)) headers["dry-run"] = random.pick(["true", "false", "maybe"])!
  if (random.chance(0.05)) headers["if-match"] = random.pick(["1", '"2"', "*", "-1", "x", "9".repeat(40)])!
  return { method, path, headers, body: bytesOf(toJson(fields), random, hostility), op }
}

/** The caller: mostly the API key, for some the session of the owner. Some headers are not what they should be. */
function headersOf(random: Random, world: World, hostility: number): Record<string, string> {
  const key = { authorization: `ApiKey ${world.apiKey}`, "x-tenant-id": world.tenantId }
  const session = { cookie: world.cookie, origin: "http://127.0.0.1" }
  const headers: Record<string, string> = random.chance(0.8) ? key : session
  if (random.chance(hostility / 3)) headers["x-tenant-id"] = random.pick(["", "0", "f".repeat(24), "'", "\u00e9"])!
  if (random.chance(hostility / 3)) headers["authorization"] = random.pick(["ApiKey", "Basic a", "ApiKey cs_x", `Bearer ${world.apiKey}`])!
  if (random.chance(0.1))
    headers["accept"] = random.pick(["text/csv", "application/pdf", "*/*;q=x", "text/csv;q=0.1,application/json;q=0"])!
  return headers
}

function partOf(random: Random, { ids }: World, route: string, name: string, hostility: number): string {
  if (random.chance(hostility)) return random.pick(hostileTexts.filter(text => text.isWellFormed() && text.length < 300))! || "-"
  if (route.startsWith("/v1/gateways/")) return random.pick(["simulator", "stripe", "unknown"])!
  const list = route.slice(0, route.indexOf(`/{${name}}`)).replace("/simulations", "")
  return (random.chance(0.95) ? ids[list] : undefined) ?? ids[name] ?? "0".repeat(24)
}

function queryOf(op: Operation, fields: unknown, random: Random, world: World, hostility: number): string {
  const pairs = op.list ? filtersOf(op.list.filters, random, world, hostility) : pairsOf(fields)
  const texts = pairs.map(([name, value]) => [name, typeof value === "string" ? value : toJson(value)].map(asParameter).join("="))
  if (random.chance(hostility / 3)) texts.push(random.pick(["%", "%ff=1", "limit=1&limit=2", "&&=", "a[b][c]=1", "metadata[]=x", "=1"])!)
  return texts.length === 0 ? "" : `?${texts.join("&").slice(0, 8_000)}`
}
const asParameter = (text: string) => encodeURIComponent(text.toWellFormed())

type Filters = NonNullable<Operation["list"]>["filters"]
function filtersOf(filters: Filters, random: Random, { ids }: World, hostility: number): [string, unknown][] {
  const chosen = Object.entries(filters).filter(() => random.chance(2 / Object.keys(filters).length))
  const pairs = chosen.map(([name, { kind, values }]): [string, unknown] => {
    const operator = random.pick(["", "", "[in]", "[ne]", "[gt]", "[lte]", "[x]"])!
    const type = { amount: "integer", integer: "integer", number: "number", boolean: "boolean" }[kind as string] ?? "string"
    const schema = values ? { enum: [...values] } : { type, ...(kind === "time" && { format: "date-time" }) }
    return [kind === "metadata" ? "metadata[term]" : `${name}${operator}`, valueFor(schema, name, { random, hostility, ids })]
  })
  if (random.chance(0.3)) pairs.push(["limit", random.pick([1, 100, 0, 101, -1, "x", 1e20])])
  if (random.chance(0.2)) pairs.push(["sort", random.pick(["createdAt", "-createdAt", "amount", "; select 1", "__proto__"])])
  if (random.chance(0.2)) pairs.push([random.pick(["startingAfter", "endingBefore"])!, random.pick([ids["contact"], "x", "f".repeat(24)])])
  return pairs
}

/** The text of a body, or what a broken client makes of it. */
function bytesOf(text: string, random: Random, hostility: number): Buffer {
  const bytes = Buffer.from(text.toWellFormed())
  if (!random.chance(hostility)) return bytes
  const at = random.whole(0, bytes.length)
  return random.pick([
    bytes.subarray(0, at),
    Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), bytes]),
    Buffer.concat([bytes.subarray(0, at), Buffer.from([0xff, 0xfe]), bytes.subarray(at)]),
    Buffer.from(text, "utf16le"),
    Buffer.concat([bytes, bytes]),
    Buffer.from(`[${text}]`),
    Buffer.from(`${text},`),
    bytes.subarray(0, -1),
  ])!
}

const tools = toolsOf(application.operations)

function tool(random: Random, world: World): Made {
  const { name, op } = random.pick(tools)!
  const hostility = hostilityIn(random)
  const own = op.subject ? { [op.noun]: random.chance(0.9) ? (world.ids[op.noun] ?? "x") : random.pick(hostileTexts) } : {}
  const given = pairsOf(valueFor(schemaOf(op), "", { random, hostility, ids: world.ids }))
  const args = new Fields([...Object.entries(own), ...given])
  const called = random.chance(hostility) ? random.pick(["", "payout_create", "__proto__", ...hostileTexts]) : name
  const id = random.pick(["1", '"a"', "null", "1.5", "[]", "1"])!
  const call = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":${toJson(called)},"arguments":${toJson(args)}}}`
  const headers = {
    authorization: `Bearer ${world.apiKey}`,
    accept: "application/json, text/event-stream",
    "content-type": "application/json",
    ...(random.chance(0.2) && { "mcp-protocol-version": random.pick(["2025-06-18", "2026-07-28", "1999-01-01"])! }),
  }
  return { method: "POST", path: "/v1/mcp", headers, body: bytesOf(call, random, hostility), op }
}

const fieldNames = `email password code token key form name do way amount save lang agree holder iban signedBy next quantity currency
  decision access client_id redirect_uri scope state code_challenge grant_type refresh_token`.split(/\s+/)
const formTexts = ["yes", "sign", "cancel", "simulator card 1", "tok_success", "tok_declined", "5,00", "-1", "1e9", "ana@example.com", "en"]

/** The forms of the payment page, of payment links, portals, sign-in and OAuth. */
function form(random: Random, world: World): Made {
  const fixed = [
    "/sign-in",
    "/sign-in/code",
    "/forgot-password",
    "/reset-password",
    "/portal/sign-in",
    "/partners/sign-in",
    "/oauth/token",
    "/oauth/authorize",
  ]
  const others = [...fixed, "/oauth/register", "/oauth/revoke", `/pay/${"A".repeat(54)}`].map(path => ({ path, key: "" }))
  const { path, key } = random.pick([...world.pages, ...world.pages, ...others])!
  const names = fieldNames.filter(() => random.chance(0.3))
  const pairs = names.map((name): [string, string] => [
    name,
    random.chance(0.5) ? random.pick(formTexts)! : random.pick(hostileTexts)!.toWellFormed(),
  ])
  const text = new URLSearchParams(random.chance(0.7) ? [["key", key], ...pairs] : pairs).toString()
  const type = random.chance(0.9)
    ? "application/x-www-form-urlencoded"
    : random.pick(["application/json", "multipart/form-data; boundary=x", "text/plain", ""])!
  const headers = {
    "content-type": type,
    origin: "http://127.0.0.1",
    ...(random.chance(0.2) && { cookie: `session=${random.pick(hostileTexts.filter(isHeader))!}` }),
  }
  return random.chance(0.2)
    ? { method: "GET", path: `${path}?${text}`.slice(0, 8_000), headers: {} }
    : { method: "POST", path, headers, body: bytesOf(text, random, 0.1) }
}
const isHeader = (text: string) => /^[\x20-\x7e]*$/.test(text)

const { camt, camtEntry, camtDetails, mt940, ofx1, ofx2, germanCsv, englishCsv } = statements
const entry = camtEntry({
  amount: "12.50",
  reference: "R1",
  details: camtDetails({ name: "Rui", text: "PI-000001", iban: "DE02120300000000202051" }),
})
const samples: Record<"bank-statements" | "bank-answers", string[]> = {
  "bank-statements": [camt({ opening: "100.00", closing: "112.50", entries: [entry] }), mt940, ofx1, ofx2, germanCsv, englishCsv],
  "bank-answers": [
    pain002({ message: "M1", group: "PART", batches: [{ id: "B1", payments: [{ endToEndId: "E1", status: "RJCT", reason: "AC04" }] }] }),
    returnsFile([{ code: "R01", trace: "021000020000001", amount: 500 }]),
  ],
}

/** A file of a bank with some changes. */
function file(random: Random, world: World): Made {
  const list = random.pick(["bank-statements", "bank-answers"] as const)!
  let text = random.pick(samples[list])!.replaceAll(/DE89370400440532013000/g, random.chance(0.8) ? "$&" : "DE02120300000000202051")
  for (let n = random.whole(0, 4); n > 0; n--) text = changed(text, random)
  const query = new URLSearchParams({ ownAccount: random.chance(0.95) ? (world.ids["ownAccount"] ?? "x") : "x" })
  if (random.chance(0.2)) query.set("format", random.pick(["camt053", "mt940", "ofx", "csv", "x"])!)
  const headers = { authorization: `ApiKey ${world.apiKey}`, "x-tenant-id": world.tenantId, "content-type": "application/octet-stream" }
  const bytes = random.chance(0.9) ? Buffer.from(text.toWellFormed()) : Buffer.from(text, random.chance(0.5) ? "latin1" : "utf16le")
  return { method: "POST", path: `/v1/${list}/import?${query.toString()}`, headers, body: bytes }
}

/** One change that keeps most of the structure: a part is gone, doubled, moved or replaced. */
function changed(text: string, random: Random): string {
  const parts = text.split(/(?=[<\n;,:])/)
  const at = random.whole(0, parts.length - 1)
  const other = random.whole(0, parts.length - 1)
  const replaceNumber = (by: string) =>
    text.replace(new RegExp(`^([^]{${Math.min(random.whole(0, text.length), 30_000)}}[^]*?)\\d+`), `$1${by}`)
  const change = random.whole(0, 7)
  if (change === 0) parts.splice(at, 1)
  else if (change === 1) parts.splice(at, 0, parts[other]!)
  else if (change === 2) parts.splice(at, 1, parts[other]!)
  else if (change === 3) return replaceNumber(random.pick(["-1", "0", "99999999999999999999", "1.005", "NaN", "1e9", "٣"])!)
  else if (change === 4) parts.splice(at, 0, random.pick(hostileTexts)!.slice(0, 2_000))
  else if (change === 5) return text.slice(0, random.whole(0, text.length))
  else if (change === 6) return text.replace("?>", '?><!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b "&a;&a;&a;">]>').replace("Rui", "&b;")
  else parts.splice(at, 0, parts[other]!.repeat(200))
  return parts.join("")
}

const eventTypes = [
  "charge.succeeded",
  "charge.failed",
  "charge.reversed",
  "refund.succeeded",
  "dispute.opened",
  "payout.paid",
  "payout.returned",
  "unknown",
]

/** An event of a gateway: signed, or as anybody could send it. */
function event(random: Random, world: World): Made {
  const hostility = hostilityIn(random)
  const named = (name: string, sample: unknown) =>
    random.chance(hostility) ? valueFor({}, name, { random, hostility: 1, ids: {} }) : sample
  const fields = {
    tenant: named("tenant", world.tenantId),
    id: named("id", `ev-${random.whole(0, 1e6)}`),
    type: named("type", random.pick(eventTypes)),
    key: named("key", random.pick(Object.values(world.ids))),
    amount: named("amount", random.whole(1, 9_000)),
    reference: named("reference", "r-1"),
    code: named("code", "x"),
    reason: named("reason", "x"),
  }
  const text = `{${Object.entries(fields)
    .filter(() => !random.chance(hostility / 2))
    .map(([name, value]) => `${JSON.stringify(name)}:${toJson(value)}`)
    .join()}}`
  const body = bytesOf(text, random, hostility)
  const signature = random.chance(0.7) ? world.sign(body) : random.pick(["", "sha256=", `sha256=${"0".repeat(64)}`, "t=1,v1=x"])!
  const gateway = random.pick(["stripe", "mercado-pago", "api-pix", "unknown"])!
  const suffix = random.pick(["", `/${"f".repeat(24)}`, "/x/pix"])!
  const path = random.chance(0.7) ? "/v1/gateways/simulator/events" : `/v1/gateways/${gateway}/events${suffix}`
  return {
    method: "POST",
    path,
    headers: { "content-type": "application/json", "simulator-signature": signature, "stripe-signature": signature },
    body,
  }
}
