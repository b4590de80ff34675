// What may name an object in a request, derived from the schemas of the operations.
import assert from "node:assert/strict"
import { randomBytes } from "node:crypto"
import { application } from "../src/app.ts"
import { exampleOf } from "../src/http/openapi/example.ts"
import { inputSchema, type Schema } from "../src/http/openapi/json-schema.ts"
import type { Operation } from "../src/kit/operation/operation.ts"
import type { Any, Caller } from "./harness.ts"

/** Ids of a tenant's objects, by the address of their list. */
export type Ids = Record<string, string[]>

/** The ids that a tenant sees in its lists. */
export async function idsOf(...callers: Pick<Caller, "get">[]): Promise<Ids> {
  const lists = application.operations.filter(op => op.list && op.route && !op.route.includes("{"))
  const found: Ids = {}
  for (const { route, list } of lists)
    for (const { get } of callers) {
      const path = route!.slice("GET ".length)
      const { status, body } = await get(`${path}?limit=100`)
      const rows: Any[] = status === 200 ? (list!.under ? body.data[list!.under] : body.data) : []
      found[path] = [...new Set([...(found[path] ?? []), ...rows.flatMap(({ _id }) => _id ?? [])])]
    }
  return found
}

/** An id of nobody that could be the other tenant's: only the database can tell. */
export const unknownId = (like: string) => like.slice(0, 8) + randomBytes((like.length - 8) / 2).toString("hex")

/** The list of the objects that a field names. */
const namedBy: Record<string, string> = {
  contact: "/v1/contacts",
  paymentIntent: "/v1/payment-intents",
  plan: "/v1/payment-intents",
  partnership: "/v1/partnerships",
  supplier: "/v1/partnerships",
  order: "/v1/orders",
  orderItem: "itemId",
  service: "/v1/services",
  services: "/v1/services",
  team: "/v1/teams",
  teams: "/v1/teams",
  primaryTeams: "/v1/teams",
  items: "itemId",
  line: "line",
  lastDebits: "/v1/transactions",
  connections: "/v1/gateway-connections",
  source: "/v1/transactions",
  refundOf: "/v1/transactions",
  refundTransaction: "/v1/transactions",
  assignee: "/v1/users",
  requestedBy: "/v1/users",
  closedBy: "/v1/users",
  eventId: "/v1/dev/events",
  bankAccount: "/v1/bank-accounts",
  ownAccount: "/v1/own-accounts",
  transaction: "/v1/transactions",
  authorization: "/v1/authorizations",
  savedMethod: "/v1/saved-methods",
  subscription: "/v1/subscriptions",
  split: "/v1/payment-splits",
  splits: "/v1/payment-splits",
  paymentSplit: "/v1/payment-splits",
  refundIntent: "/v1/refund-intents",
  dispute: "/v1/disputes",
  payout: "/v1/payouts",
  payouts: "/v1/payouts",
  debits: "/v1/transactions",
  file: "/v1/payment-files",
  paymentFile: "/v1/payment-files",
  statement: "/v1/bank-statements",
  approvers: "/v1/users",
  approver: "/v1/users",
  user: "/v1/users",
  to: "/v1/users",
  for: "/v1/users",
  actor: "/v1/users",
  author: "/v1/users",
  exception: "/v1/users",
  mentions: "/v1/users",
  policy: "/v1/approvals/policies",
  paymentLink: "/v1/payment-links",
  connection: "/v1/gateway-connections",
  request: "/v1/approvals/requests",
  entity: "/v1/transactions",
  object: "/v1/contacts",
  party: "/v1/contacts",
  account: "/v1/bank-accounts",
}

/** Names of lists in a path that serve objects of another list. */
const listOf = (path: string): string => path.replace("/simulations", "").replace("/approvals/summary/{entityType}", "/transactions")

export type Place = { name: string; kind: string; request(id: string): { path: string; body?: object } }
/** Own ids by the names of what names them: a list, a field, or a part of a path. */
type Own = Record<string, string>

const pathIn = (route: string) => route.slice(route.indexOf(" ") + 1)
const idPattern = "[0-9a-f]{24}"

/** Every place of a request of this operation that can name an object: in its path, its query and its body. */
export function placesOf(op: Operation, own: Own): Place[] {
  const path = pathIn(op.route!)
  const isRead = op.route!.startsWith("GET ")
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!)
  const schema = withoutFields(inputSchema(op.input), named)
  const requestOf = (at: string, fields: Record<string, unknown>) =>
    isRead || op.upload ? { path: withQuery(at, fields), ...(op.upload && { body: {} }) } : { path: at, body: fields }
  const inPath = named
    .filter(name => kindInPath(path, name) !== undefined)
    .map((name): Place => {
      const fields = op.list ? {} : (fill(schema, "", own) as Record<string, unknown>)
      return { name: `{${name}}`, kind: kindInPath(path, name)!, request: id => requestOf(filled(path, own, { [name]: id }), fields) }
    })
  const inFields = (op.list ? filtersOf(op) : fieldsOf(schema)).map((at): Place => {
    const fieldsWith = (id: string) => (op.list ? { [at[0]!]: id } : (build(schema, at, id, "", own) as Record<string, unknown>))
    return { name: at.join("."), kind: kindOf(at, path), request: id => requestOf(filled(path, own), fieldsWith(id)) }
  })
  return [...inPath, ...inFields]
}

type Argument = { name: string; kind: string; request(id: string): object }

/** Every argument of a tool that can name an object, in a call that is valid otherwise. */
export function argumentsOf(op: Operation, own: Own): Argument[] {
  const schema = inputSchema(op.input)
  const subject = op.subject ? { [op.noun]: own[op.noun] } : {}
  const fields = op.list ? [] : fieldsOf(schema)
  return [
    ...(op.subject ? [op.noun] : []).map((name): Argument => ({
      name,
      kind: namedBy[name]!,
      request: id => ({ ...(fill(schema, "", own) as object), [name]: id }),
    })),
    ...(op.list?.toolFilters ?? [])
      .filter(name => name in namedBy)
      .map((name): Argument => ({
        name,
        kind: namedBy[name]!,
        request: id => ({ [name]: id }),
      })),
    ...fields.map((at): Argument => ({
      name: at.join("."),
      kind: kindOf(at, ""),
      request: id => ({ ...subject, ...(build(schema, at, id, "", own) as object) }),
    })),
  ]
}

const isCursor = (name: string) => /^(_id|startingAfter|endingBefore)$/.test(name)

function kindOf(at: string[], path: string): string {
  const name = at.findLast(part => part !== "0")!.replace(/\[\w+\]$/, "")
  if (isCursor(name)) return partsOf[path.slice(path.lastIndexOf("/") + 1)] ?? listOf(path)
  return namedBy[name] ?? name
}

/** The lists of what other objects have. */
const partsOf: Record<string, string> = {
  timeline: "/v1/audit-log",
  deliveries: "deliveryId",
  delegations: "delegation",
  rows: "/v1/imports",
  sessions: "/v1/sessions",
}

/** The list of what a part of a path names; undefined for parts that name no object of a tenant. */
function kindInPath(path: string, name: string): string | undefined {
  if (name === "entityType" || path.startsWith("/v1/gateways/{id}")) return undefined
  const before = path.slice(0, path.indexOf(`/{${name}}`))
  return before.includes("{") && name !== "id" ? name : listOf(before)
}

const inPlaceOf: Own = { entityType: "transaction", id: "simulator" }
const filled = (path: string, own: Own, ids: Own = {}) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const kind = kindInPath(path, name)
    return ids[name] ?? (kind === undefined ? inPlaceOf[name]! : (own[kind] ?? "0".repeat(24)))
  })

const withoutFields = (schema: Schema, names: string[]): Schema => ({
  ...schema,
  properties: Object.fromEntries(Object.entries(schema.properties ?? {}).filter(([name]) => !names.includes(name))),
  required: schema.required?.filter(name => !names.includes(name)) ?? [],
})

const withQuery = (path: string, fields: Record<string, unknown>) => {
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [
    name,
    typeof value === "string" ? value : JSON.stringify(value),
  ])
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs).toString()}`
}

/** `parts` are the own objects that are inside of others, by the names that paths have for them. */
export function ownIds(ids: Ids, parts: Own): Own {
  const byList = Object.fromEntries(Object.entries(ids).flatMap(([list, [first]]) => (first === undefined ? [] : [[list, first]]))) as Own
  const byField = Object.entries(namedBy).flatMap(([name, list]) => (byList[list] ? [[name, byList[list]]] : []))
  return { ...byList, ...(Object.fromEntries(byField) as Own), ...parts }
}

const filtersOf = ({ list }: Operation): string[][] => [
  ["startingAfter"],
  ["endingBefore"],
  ...Object.entries(list!.filters)
    .filter(([name, { kind }]) => kind === "text" && (name === "_id" || name in namedBy))
    .flatMap(([name]) => [[name], [`${name}[in]`], [`${name}[ne]`]]),
]

const choicesOf = ({ anyOf, oneOf }: Schema) => (anyOf ?? oneOf)?.filter(({ type }) => type !== "null")

/** The paths of fields that name objects: by their pattern, or by their names. */
function fieldsOf(schema: Schema, at: string[] = []): string[][] {
  const choices = choicesOf(schema)
  if (choices) return unique(choices.flatMap(choice => fieldsOf(choice, at)))
  if (schema.properties) return Object.entries(schema.properties).flatMap(([name, field]) => fieldsOf(field, [...at, name]))
  if (schema.items) return fieldsOf(schema.items, [...at, "0"])
  const name = at.findLast(part => part !== "0") ?? ""
  const isText = [schema.type].flat().includes("string") && !schema.enum && !schema.format
  if (isText && schema.pattern?.includes(idPattern))
    assert.ok(name in namedBy || isCursor(name), `say what list the field ${at.join(".")} names`)
  return isText && (name in namedBy || schema.pattern?.includes(idPattern)) ? [at] : []
}
const unique = (paths: string[][]) => [...new Map(paths.map(path => [path.join("."), path])).values()]

/** A valid value with our own ids, and with `id` at a path. */
function build(schema: Schema, [first, ...rest]: string[], id: string, name: string, own: Own): unknown {
  if (first === undefined) return id
  const choice = choicesOf(schema)?.find(each => hasPath(each, [first, ...rest])) ?? schema
  if (choice.properties) {
    const { anyOf: _anyOf, ...plain } = choice
    const others = fill(plain, name, own) as object
    return { ...others, [first]: build(choice.properties[first]!, rest, id, first, own) }
  }
  return [build(choice.items!, rest, id, name.replace(/s$/, ""), own)]
}
const hasPath = (schema: Schema, path: string[]) => fieldsOf(schema).some(at => at.join(".") === path.join("."))

/** The required fields of a schema. Those that name objects name our own. */
function fill(schema: Schema, name: string, own: Own): unknown {
  const [choice = schema] = choicesOf(schema) ?? []
  if (choice.properties) {
    const required = Object.entries(choice.properties).filter(([field]) => choice.required?.includes(field))
    return Object.fromEntries(required.map(([field, each]) => [field, fill(each, field, own)]))
  }
  if (choice.type === "array" && choice.items)
    return Array.from({ length: Math.max(1, choice.minItems ?? 1) }, () => fill(choice.items!, name.replace(/s$/, ""), own))
  const isText = [choice.type].flat().includes("string") && !choice.enum && choice.const === undefined
  return (isText ? (own[name] ?? own[`${name}s`]) : undefined) ?? exampleOf(choice, "request", name)
}
