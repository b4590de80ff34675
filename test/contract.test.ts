// The specification's lists, held against the table of contents. What later work brings is named here until it does.
import assert from "node:assert/strict"
import { globSync, readFileSync } from "node:fs"
import { test } from "node:test"
import { operations } from "../src/app.ts"
import { catalogue } from "../src/kit/problem.ts"

const routes = new Set<string | undefined>(operations.map(op => op.route?.replaceAll(/\{\w+\}/g, "{}")))
const tools = operations.flatMap(op => (op.tool ? [op.tool] : []))

test("every path of the specification whose resource is there is served", () => {
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
  ])
    assert.ok(routes.has(route), route)
})

test("every resource that is created is also listed and read", () => {
  for (const route of routes)
    if (route?.endsWith("/create") && !/\{\}|simulations/.test(route)) {
      const things = route.slice("POST ".length, -"/create".length)
      assert.ok(routes.has(`GET ${things}`), `${things} has no list`)
      assert.ok(routes.has(`GET ${things}/{}`), `${things} can't be read`)
    }
})

test("every tool carries a name of the specification, once", () => {
  const specified = `contact_list contact_get contact_create contact_update payment_intent_list payment_intent_get payment_intent_create
    payment_intent_cancel payment_intent_remind transaction_list transaction_get order_list order_get partnership_list partnership_get
    partnership_create search payment_split_list payment_split_get payment_split_create`.split(/\s+/)
  assert.deepEqual([...tools].sort(), [...specified].sort())
})

test("only GET and POST are used, and no route stands twice", () => {
  const all = operations.flatMap(op => (op.route ? [op.route] : []))
  for (const route of all) assert.match(route, /^(GET|POST) \/v1\/[a-z{]/)
  assert.equal(new Set(all).size, all.length)
})

test("no tool moves money", () => {
  for (const op of operations) assert.ok(!(op.tool && op.effect === "money"), op.tool)
})

test("every write says which permission it needs", () => {
  for (const op of operations) if (op.effect !== "read") assert.ok(op.needs, op.route ?? op.tool)
})

test("the specification's codes have the specification's statuses", () => {
  const statuses = {
    "TEN-1001": 400,
    "IDM-1001": 400,
    "IDM-1003": 409,
    "IDM-1002": 422,
    "AUT-1001": 401,
    "AUT-1002": 401,
    "AUT-1003": 401,
  } as const
  for (const [code, status] of Object.entries(statuses)) assert.equal(catalogue[code as keyof typeof catalogue][0], status, code)
  assert.equal(catalogue["TEN-1001"][1], "Invalid Tenant ID")
})

test("every code of the catalogue is thrown somewhere and appears in a test", () => {
  const read = (pattern: string[]) =>
    globSync(pattern)
      .map(path => readFileSync(path, "utf8"))
      .join("\n")
  const tests = read(["src/**/*.test.ts", "test/**/*.test.ts"])
  const code = globSync("src/**/*.ts")
    .filter(path => !path.endsWith(".test.ts") && !path.endsWith("problem.ts"))
    .map(path => readFileSync(path, "utf8"))
    .join("\n")
  for (const name of Object.keys(catalogue)) {
    assert.ok(code.includes(`"${name}"`), `${name} is never thrown`)
    assert.ok(tests.includes(name), `${name} appears in no test`)
  }
})
