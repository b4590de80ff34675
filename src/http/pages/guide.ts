import { escape } from "../../mails/letter.ts"
import { figure, json } from "./code.ts"

export type Chapter = { id: string; title: string; words: string; code: string; wide?: true }

const c = (text: string) => `<code>${escape(text)}</code>`

/** What a newcomer needs before the list of routes, in the order in which it is needed. */
export const guide = (baseUrl: string): Chapter[] => [
  {
    id: "first-payment",
    title: "First payment",
    words: `<p>Every request names its key and its tenant. A contact is the payer; a payment intent asks for money. The answer's
${c("links.short")} is what you send: the contact sees there what is owed.</p>
<p>Amounts are whole numbers of the currency's minor unit: ${c("125000")} in BRL is 1,250.00.</p>`,
    wide: true,
    code: figure("a first payment", "Five lines", escape(firstPayment(baseUrl))),
  },
  {
    id: "idempotency",
    title: "Idempotency",
    words: `<p>Send an ${c("Idempotency-Key")} of your own with each create. The same key with the same request answers what the
first one answered, marked ${c("Idempotent-Replayed: true")}; with another request it is refused (${code("IDM-1002")}), and while the
first is running too (${code("IDM-1003")}). A key lives for 24 hours.</p>
<p>Without a key, an equal request within 120 seconds counts as a repeat. Two real, equal payments in that time need two keys.</p>`,
    code: figure("a repeated request", "Repeat safely", escape(repeat(baseUrl))),
  },
  {
    id: "errors",
    title: "Errors",
    words: `<p>A failure has the single key ${c("error")}. ${c("code")} is stable, ${c("message")} says what to do,
${c("errors")} names each field at fault, and ${c("retryable")} says whether the same request may succeed later.
<a href="/docs/errors">All codes</a>.</p>`,
    code: figure("an error", "400", json(anError)),
  },
  {
    id: "lists",
    title: "Lists",
    words: `<p>Every list takes ${c("limit")} (1 to 100), ${c("startingAfter")} or ${c("endingBefore")} (an ${c("_id")}),
${c("sort")}, and its filters: ${c("status=due")}, ${c("amount[gte]=10000")}, ${c("status[in]=due,overdue")},
${c("metadata[term]=spring")}. ${c("count")} is exact. A parameter that a list does not know is refused, so that a filter never silently
does not filter.</p>`,
    code: figure("a list", "The next page", escape(list(baseUrl))),
  },
  {
    id: "smart-references",
    title: "Smart references",
    words: `<p>Wherever a contact is named, its e-mail does as well as its id: in a body, in a filter, in a path. Case does not
matter. What matches nothing is ${code("SMR-1001")}.</p>`,
    code: figure("a smart reference", "By e-mail", escape(ask(baseUrl, "/v1/contacts/ana@example.com"))),
  },
  {
    id: "dry-run",
    title: "Dry run",
    words: `<p>With ${c("Dry-Run: true")} a write runs the same code, answers what would have happened, and writes nothing.</p>`,
    code: figure("a dry run", "Try it first", escape(dryRun(baseUrl))),
  },
  {
    id: "if-match",
    title: "If-Match",
    words: `<p>Objects carry a ${c("version")}. Send the one you saw as ${c("If-Match")}, and a change on top of somebody else's is
refused with ${code("GEN-1009")}.</p>`,
    code: figure("a guarded update", "Refuse a stale update", escape(guarded(baseUrl))),
  },
  {
    id: "sandbox-clock",
    title: "Sandbox clock",
    words: `<p>A sandbox tenant has a clock of its own. Move it forward, and all that falls due by then happens, in
order: a request that was due becomes overdue, without a month of waiting.</p>`,
    code: figure("the sandbox clock", "A month later", escape(clock(baseUrl))),
  },
]

const code = (name: string) => `<a href="/docs/errors#${name}"><code>${name}</code></a>`

const identity = `-H "Authorization: ApiKey $KEY" \\\n  -H "X-TENANT-ID: $TENANT"`
const ask = (baseUrl: string, path: string) => `curl "${baseUrl}${path}" \\\n  ${identity}`
const asJson = `-H "Content-Type: application/json"`

const firstPayment = (baseUrl: string) => `API=${baseUrl} KEY=cs_… TENANT=…
call() { curl -s "$API$1" -H "Authorization: ApiKey $KEY" -H "X-TENANT-ID: $TENANT" ${asJson} \${2:+-d "$2"}; }
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

const repeat = (baseUrl: string) => `${ask(baseUrl, "/v1/payment-intents/create")} \\
  -H "Idempotency-Key: order-1042" \\
  ${asJson} \\
  -d '${JSON.stringify(intent)}'`

const list = (baseUrl: string) =>
  ask(baseUrl, "/v1/payment-intents?status[in]=due,overdue&sort=-dueAt&startingAfter=$LAST").replace("curl", "curl -g")

const dryRun = (baseUrl: string) => `${ask(baseUrl, "/v1/payment-intents/$ID/cancel")} \\
  -H "Dry-Run: true" \\
  -X POST`

const guarded = (baseUrl: string) => `${ask(baseUrl, "/v1/contacts/ana@example.com/update")} \\
  -H "If-Match: 3" \\
  ${asJson} \\
  -d '{"profile":{"lastName":"Souza"}}'`

const clock = (baseUrl: string) => `${ask(baseUrl, "/v1/simulations/clock")} \\
  ${asJson} \\
  -d '{"advance":"P30D"}'`

const anError = {
  error: {
    code: "VAL-1003",
    message: "items[0].amount must be a whole number of minor units",
    errors: [{ path: "items[0].amount", message: "items[0].amount must be a whole number of minor units" }],
    details: {},
    retryable: false,
    requestId: "0d9f6b1e-6f0c-4c4e-9d4e-2f8a4a1c7b55",
  },
}
