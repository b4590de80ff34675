import { escape } from "../../../platform/mails/template.ts"
import { figure, json } from "./code.ts"

export type Chapter = { id: string; title: string; html: string; example: string; wide?: true }

const code = (text: string) => `<code>${escape(text)}</code>`

/** The chapters before the list of routes, in the order in which a new user needs them. */
export const guide = (baseUrl: string): Chapter[] => [
  {
    id: "first-payment",
    title: "First payment",
    html: `<p>Every request sends an API key and a tenant. A contact is the payer; a payment intent is a request for money. Send the
payer ${code("links.short")} of the response: the page shows what is owed.</p>
<p>Amounts are whole numbers of the currency's minor unit: ${code("125000")} in BRL is 1,250.00.</p>`,
    wide: true,
    example: figure("a first payment", "Five lines", escape(firstPayment(baseUrl))),
  },
  {
    id: "idempotency",
    title: "Idempotency",
    html: `<p>Send an ${code("Idempotency-Key")} of your own with each create. The same key with the same request returns the
first response, marked ${code("Idempotent-Replayed: true")}. The same key with another request is rejected (${errorLink("IDM-1002")}),
and so is a repeat while the first request is running (${errorLink("IDM-1003")}). A key is valid for 24 hours.</p>
<p>Without a key, an equal request within 120 seconds counts as a repeat. Two intended, equal payments in that time need two keys.</p>`,
    example: figure("a repeated request", "Repeat safely", escape(repeat(baseUrl))),
  },
  {
    id: "errors",
    title: "Errors",
    html: `<p>A failure has the single key ${code("error")}. ${code("code")} is stable, ${code("message")} says what to do,
${code("errors")} names each invalid field, and ${code("retryable")} says whether the same request may succeed later.
<a href="/docs/errors">All codes</a>.</p>`,
    example: figure("an error", "400", json(errorExample)),
  },
  {
    id: "lists",
    title: "Lists",
    html: `<p>Every list takes ${code("limit")} (1 to 100), ${code("startingAfter")} or ${code("endingBefore")} (an ${code("_id")}),
${code("sort")}, and its filters: ${code("status=due")}, ${code("amount[gte]=10000")}, ${code("status[in]=due,overdue")},
${code("metadata[term]=spring")}. ${code("count")} is exact. Unknown parameters are rejected, so that a mistyped filter is never
ignored.</p>`,
    example: figure("a list", "The next page", escape(list(baseUrl))),
  },
  {
    id: "smart-references",
    title: "Smart references",
    html: `<p>A contact can be given by its e-mail instead of its id: in a body, in a filter, in a path. Case does not
matter. If nothing matches, the error is ${errorLink("SMR-1001")}.</p>`,
    example: figure("a smart reference", "By e-mail", escape(request(baseUrl, "/v1/contacts/ana@example.com"))),
  },
  {
    id: "dry-run",
    title: "Dry run",
    html: `<p>With ${code("Dry-Run: true")} a write runs all checks, returns the result it would have, and saves nothing.</p>`,
    example: figure("a dry run", "Try it first", escape(dryRun(baseUrl))),
  },
  {
    id: "if-match",
    title: "If-Match",
    html: `<p>Objects have a ${code("version")}. Send the one you read as ${code("If-Match")}: if the object has changed since, the update
is rejected with ${errorLink("GEN-1009")}.</p>`,
    example: figure("an update with If-Match", "Reject a stale update", escape(ifMatch(baseUrl))),
  },
  {
    id: "sandbox-clock",
    title: "Sandbox clock",
    html: `<p>A sandbox tenant has its own clock. Move it forward, and everything that falls due by then happens, in
order: a payment intent becomes overdue without a month of waiting.</p>`,
    example: figure("the sandbox clock", "A month later", escape(clock(baseUrl))),
  },
]

const errorLink = (name: string) => `<a href="/docs/errors#${name}"><code>${name}</code></a>`

const identity = `-H "Authorization: ApiKey $KEY" \\\n  -H "X-TENANT-ID: $TENANT"`
const request = (baseUrl: string, path: string) => `curl "${baseUrl}${path}" \\\n  ${identity}`
const jsonHeader = `-H "Content-Type: application/json"`

const firstPayment = (baseUrl: string) => `API=${baseUrl} KEY=cs_… TENANT=…
call() { curl -s "$API$1" -H "Authorization: ApiKey $KEY" -H "X-TENANT-ID: $TENANT" ${jsonHeader} \${2:+-d "$2"}; }
call /v1/users/user
call /v1/contacts/create '{"email":"ana@example.com","profile":{"firstName":"Ana"}}'
call /v1/payment-intents/create '${JSON.stringify(intent)}'`

const intent = {
  intentType: "ad-hoc",
  contact: "ana@example.com",
  currency: "BRL",
  dueAt: "2027-01-31T12:00:00Z",
  items: [{ name: "Course", amount: 125000 }],
}

const repeat = (baseUrl: string) => `${request(baseUrl, "/v1/payment-intents/create")} \\
  -H "Idempotency-Key: order-1042" \\
  ${jsonHeader} \\
  -d '${JSON.stringify(intent)}'`

const list = (baseUrl: string) =>
  request(baseUrl, "/v1/payment-intents?status[in]=due,overdue&sort=-dueAt&startingAfter=$LAST").replace("curl", "curl -g")

const dryRun = (baseUrl: string) => `${request(baseUrl, "/v1/payment-intents/$ID/cancel")} \\
  -H "Dry-Run: true" \\
  -X POST`

const ifMatch = (baseUrl: string) => `${request(baseUrl, "/v1/contacts/ana@example.com/update")} \\
  -H "If-Match: 3" \\
  ${jsonHeader} \\
  -d '{"profile":{"lastName":"Souza"}}'`

const clock = (baseUrl: string) => `${request(baseUrl, "/v1/simulations/clock")} \\
  ${jsonHeader} \\
  -d '{"advance":"P30D"}'`

const errorExample = {
  error: {
    code: "VAL-1003",
    message: "items[0].amount must be a whole number of minor units",
    errors: [{ path: "items[0].amount", message: "items[0].amount must be a whole number of minor units" }],
    details: {},
    retryable: false,
    requestId: "0d9f6b1e-6f0c-4c4e-9d4e-2f8a4a1c7b55",
  },
}
