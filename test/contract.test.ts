// Compares the application with the lists of the specification.
import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { z } from "zod"
import { application, eventTypes } from "../src/app.ts"

const { operations, errors } = application
const catalogue = Object.assign({}, ...errors.map(family => family.entries)) as Record<string, readonly [status: number, sentence: string]>

const routes = new Set<string | undefined>(operations.map(op => op.route?.replaceAll(/\{\w+\}/g, "{}")))
const tools = operations.flatMap(op => (op.tool ? [op.tool] : []))

test("every path of the specification is served", () => {
  for (const route of [
    "GET /v1/users/user",
    "POST /v1/contacts/create",
    "POST /v1/payment-intents/create",
    "GET /v1/payment-intents/{}",
    "POST /v1/orders/create",
    "POST /v1/orders/{}/items/create",
    "POST /v1/services/create",
    "POST /v1/transactions/create",
    "POST /v1/payment-splits/create",
    "POST /v1/refund-intents/create",
  ])
    assert.ok(routes.has(route), route)
})

test("the guides promise that /v1 never breaks, also before 1.0, and no document says otherwise", () => {
  assert.match(readFileSync("docs/guides/upgrading.md", "utf8"), /\*\*`\/v1` never breaks\*\*, also before 1\.0/)
  for (const file of ["README.md", ...globSync("docs/**/*.md")])
    assert.doesNotMatch(readFileSync(file, "utf8"), /may (change|break) the interface/, file)
})

test("every resource that can be created can be listed and read", () => {
  for (const route of routes)
    if (route?.endsWith("/create") && !/\{\}|simulations/.test(route)) {
      const collection = route.slice("POST ".length, -"/create".length)
      assert.ok(routes.has(`GET ${collection}`), `${collection} has no list`)
      assert.ok(routes.has(`GET ${collection}/{}`), `${collection} has no read route`)
    }
})

test("marks every response that shows a secret, so that it is stored sealed under its key", () => {
  const secrets = ["key", "secret", "recoveryCodes", "password", "token"]
  const shown = operations.filter(({ route = "", output }) => {
    return route.startsWith("POST ") && output instanceof z.ZodObject && secrets.some(name => name in output.shape)
  })
  assert.equal(shown.length, 6, "API keys, webhook endpoints twice, enrolment and recovery codes twice")
  for (const { route, secret, forPeople, tool } of shown) assert.ok((secret ?? forPeople) && !tool, route)
})

test("every resource with named actions says which of them are possible, and why the others are not", () => {
  const resources = new Set([...routes].flatMap(route => /^POST (\/v1\/[^{]+)\/\{\}\/[a-z-]+$/.exec(route ?? "")?.[1] ?? []))
  for (const resource of resources) {
    if (resource.startsWith("/v1/simulations/")) continue
    assert.ok(routes.has(`GET ${resource}/{}/actions`), `${resource} has actions and no GET ${resource}/{id}/actions: use withActions`)
  }
})

test("has exactly the tools of the specification, each once", () => {
  const specified = `contact_list contact_get contact_create contact_update payment_intent_list payment_intent_get payment_intent_create
    payment_intent_cancel payment_intent_remind transaction_list transaction_get order_list order_get partnership_list partnership_get
    partnership_create search payment_intent_stats transaction_stats payment_split_stats payout_list payout_get payment_split_list
    payment_split_get payment_split_create subscription_list subscription_get subscription_create refund_intent_list refund_intent_get
    refund_intent_create dispute_list dispute_get billing_invoice_list billing_subscription_list billing_stats`.split(/\s+/)
  assert.deepEqual([...tools].sort(), [...specified].sort())
})

test("every event type of the specification is published", () => {
  const specified = `contacts.create contacts.update paymentIntents.create paymentIntents.update paymentIntents.delete transactions.create
    transactions.update splitIntents.create splitIntents.update splitIntents.delete partnerships.create partnerships.update
    refundIntents.create refundIntents.update payouts.create payouts.update`
  for (const type of specified.split(/\s+/)) assert.ok(eventTypes.includes(type), type)
})

test("only GET and POST are used, and no route is declared twice", () => {
  const all = operations.flatMap(op => (op.route ? [op.route] : []))
  for (const route of all) assert.match(route, /^(GET|POST) \/v1\/[a-z{]/)
  assert.equal(new Set(all).size, all.length)
})

test("no tool moves money", () => {
  for (const op of operations) assert.ok(!(op.tool && op.effect === "money"), op.tool)
})

test("every write declares the permission it needs, or that it is for a person about themselves, or for anybody", () => {
  for (const op of operations) if (op.effect !== "read") assert.ok(op.needs ?? op.forPeople ?? op.open, op.route ?? op.tool)
})

test("gives the specification's codes their statuses", () => {
  const statuses = {
    "TEN-1001": 400,
    "IDM-1001": 400,
    "IDM-1003": 409,
    "IDM-1002": 422,
    "AUT-1001": 401,
    "AUT-1002": 401,
    "AUT-1003": 401,
  } as const
  for (const [code, status] of Object.entries(statuses)) assert.equal(catalogue[code]![0], status, code)
  assert.equal(catalogue["TEN-1001"]![1], "Invalid Tenant ID")
})

test("every code of the catalogue is thrown and appears in a test", () => {
  const read = (pattern: string[]) =>
    globSync(pattern)
      .map(path => readFileSync(path, "utf8"))
      .join("\n")
  const tests = read(["src/**/*.test.ts", "test/**/*.test.ts"])
  const code = globSync("src/**/*.ts")
    .filter(path => !path.endsWith(".test.ts"))
    .map(path => readFileSync(path, "utf8"))
    .filter(text => !text.includes("= errorFamily("))
    .join("\n")
  for (const name of Object.keys(catalogue)) {
    assert.ok(code.includes(`"${name}"`), `${name} is never thrown`)
    assert.ok(tests.includes(name), `${name} appears in no test`)
  }
})
