import { type Html, html } from "../../../kit/pure/html.ts"
import type { Document } from "../../openapi/document.ts"
import { figure, json } from "./code.ts"

export type Chapter = { id: string; title: string; text: Html; example: Html; wide?: true }

const code = (text: string) => html`<code>${text}</code>`

/** What all routes have in common, in the order in which a new user needs it. */
export const chapters = ({ servers, components }: Document): Chapter[] => [
  {
    id: "first-payment",
    title: "First payment",
    text: html`<p>Every request sends an API key and a tenant. A contact is the payer; a payment intent is a request for money. The
payer opens ${code("links.long")} of the response: the page shows what is owed, and takes the payment.</p>
<p>Amounts are whole numbers of the currency's minor unit: ${code("125000")} in BRL is 1,250.00.</p>`,
    wide: true,
    example: figure("a first payment", "In the directory of the installation", firstPayment(servers[0]!.variables.baseUrl.default)),
  },
  {
    id: "idempotency",
    title: "Idempotency",
    text: html`<p>Send an ${code("Idempotency-Key")} of your own with each create. The same key with the same request returns the
first response, marked ${code("Idempotent-Replayed: true")}. The same key with another request is rejected (${errorLink("IDM-1002")}),
and so is a repeat while the first request is running (${errorLink("IDM-1003")}). A key is valid for 24 hours.</p>
<p>Without a key, an equal request within 120 seconds counts as a repeat. Two intended, equal payments in that time need two keys.</p>`,
    example: figure("a repeated request", "Repeat safely", repeat),
  },
  {
    id: "errors",
    title: "Errors",
    text: html`<p>A failure has the single key ${code("error")}. ${code("code")} is stable, ${code("message")} says what to do,
${code("errors")} names each invalid field, ${code("retryable")} says whether the same request may succeed later, and
${code("docUrl")} leads to the entry of the code in the <a href="/docs/errors">list of errors</a>.</p>`,
    example: figure("an error", "400", json(components.examples["VAL-1003"]?.value)),
  },
  {
    id: "lists",
    title: "Lists",
    text: html`<p>Every list takes ${code("limit")} (1 to 100), ${code("startingAfter")} or ${code("endingBefore")} (an ${code("_id")}),
${code("sort")}, and its filters: ${code("status=due")}, ${code("amount[gte]=10000")}, ${code("status[in]=due,overdue")},
${code("metadata[term]=spring")}. ${code("count")} is exact. Unknown parameters are rejected, so that a mistyped filter is never
ignored.</p>`,
    example: figure("a list", "Open requests, the latest due date first", list),
  },
  {
    id: "smart-references",
    title: "Smart references",
    text: html`<p>A contact can be given by its e-mail instead of its id, a payment intent and an order by its number: in a body, in a
filter, in a path. Case does not matter. If nothing matches, the error is ${errorLink("SMR-1001")}.</p>`,
    example: figure("a smart reference", "By e-mail", reference),
  },
  {
    id: "dry-run",
    title: "Dry run",
    text: html`<p>With ${code("Dry-Run: true")} a write runs all checks, returns the result of a real run, and saves nothing.</p>`,
    example: figure("a dry run", "Try it first", dryRun),
  },
  {
    id: "if-match",
    title: "If-Match",
    text: html`<p>Objects have a ${code("version")}. Send the one you read as ${code("If-Match")}: if the object has changed since,
the update is rejected with ${errorLink("GEN-1009")}.</p>`,
    example: figure("an update with If-Match", "Reject a stale update", ifMatch),
  },
  {
    id: "sandbox-clock",
    title: "Sandbox clock",
    text: html`<p>A sandbox tenant has its own clock. Move it forward, and everything that falls due by then happens, in
order: a payment intent becomes overdue without a month of waiting.</p>`,
    example: figure("the sandbox clock", "A month later", clock),
  },
]

const errorLink = (name: string) => html`<a href="/docs/errors#${name}"><code>${name}</code></a>`

const identity = `-H "Authorization: ApiKey $KEY" \\
  -H "X-TENANT-ID: $TENANT"`
const jsonHeader = `-H "Content-Type: application/json"`

const intent = `{"intentType": "ad-hoc", "contact": "ana@example.com", "currency": "BRL",
  "dueAt": "2030-01-31T12:00Z", "items": [{"name": "Course", "amount": 125000}]}`

const createIntent = `$BASE/v1/payment-intents/create \\
  ${identity} \\
  ${jsonHeader} \\
  -H "Idempotency-Key: order-1001" \\
  -d '${intent}'`

/**
 * The same request as in README.md, so that one is a retry of the other. Outside the installation's directory, the reader pastes the two
 * values.
 */
const firstPayment = (baseUrl: string) => `BASE=${baseUrl}
KEY=$(node -p 'require("./data/demo.json").apiKey')
TENANT=$(node -p 'require("./data/demo.json").tenantId')

curl $BASE/v1/contacts/create \\
  ${identity} \\
  ${jsonHeader} \\
  -H "Idempotency-Key: contact-ana" \\
  -d '{"email": "ana@example.com", "profile": {"firstName": "Ana"}}'

curl ${createIntent}`

const repeat = `curl -i ${createIntent}`

const list = `curl -g "$BASE/v1/payment-intents?status[in]=due,overdue&sort=-dueAt" \\
  ${identity}`

const reference = `curl $BASE/v1/contacts/ana@example.com \\
  ${identity}`

const dryRun = `curl $BASE/v1/payment-intents/PI-000001/cancel \\
  ${identity} \\
  -H "Dry-Run: true" -X POST`

const ifMatch = `curl $BASE/v1/contacts/ana@example.com/update \\
  ${identity} \\
  ${jsonHeader} \\
  -H "If-Match: 1" \\
  -d '{"profile": {"lastName": "Souza"}}'`

const clock = `curl $BASE/v1/simulations/clock \\
  ${identity} \\
  ${jsonHeader} \\
  -d '{"advance": "P30D"}'`
