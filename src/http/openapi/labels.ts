import { partsOf, singular, toWords } from "./names.ts"

/** A short name of an operation that can be understood alone: "Create a contact", "Rotate the secret of a webhook". */
export function labelOf(route: string, isList: boolean): string {
  const { method, segments } = partsOf(route)
  const names = segments.filter(segment => !/^(\{.*|dev|simulations)$/.test(segment))
  const where = segments[0] === "simulations" ? " in the sandbox" : ""
  return special[route] ?? `${phraseOf(method, names, isList)}${where}`
}

function phraseOf(method: string, names: string[], isList: boolean): string {
  const owners = names.slice(0, -1)
  const last = names.at(-1)!
  const phrase = phrases[last]
  if (phrase) return phrase.replace("{}", withArticle(thingOf(owners)))
  if (method === "POST") return `${capitalize(toWords(last))} ${withArticle(thingOf(owners))}`
  return isList ? `List ${[thingOf(owners), toWords(last)].join(" ").trim()}` : `Get ${withArticle(thingOf(names))}`
}

/** "approvals", "requests" → "approval request". */
const thingOf = (collections: string[]) => collections.map(singular).join(" ")
const withArticle = (thing: string) => `${/^[aeio]/i.test(thing) ? "an" : "a"} ${thing}`
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Last segments that are not verbs taking the object. */
const phrases: Record<string, string> = {
  timeline: "Timeline of {}",
  actions: "Possible actions of {}",
  fail: "Mark {} as failed",
  remind: "Send a reminder for {}",
  test: "Send a test event to {}",
  replay: "Send events again to {}",
  "rotate-secret": "Rotate the secret of {}",
  health: "Get the health of {}",
  statement: "Get the statement of {}",
  upcoming: "Get the next cycles of {}",
  evidence: "Submit evidence for {}",
  "show-to-payers": "Show {} to payers",
  "hide-from-payers": "Hide {} from payers",
  delegate: "Delegate the decisions of {}",
}

/** Routes that do not follow the pattern of a collection and its objects. */
const special: Record<string, string> = {
  "GET /v1/analytics/payment-intents": "Report on payment intents",
  "GET /v1/analytics/payment-splits": "Report on payment splits",
  "GET /v1/analytics/transactions": "Report on transactions",
  "GET /v1/audit-log": "List audit entries",
  "GET /v1/audit-log/verify": "Verify the audit log",
  "GET /v1/billing/stats": "Get the balance and the next invoice",
  "GET /v1/billing/subscription": "Get your subscription",
  "GET /v1/dev/events/stream": "Stream events",
  "GET /v1/dev/events/types": "List event types",
  "GET /v1/financing-rates": "Simulate installments",
  "GET /v1/fx-rates": "Compare exchange rates",
  "GET /v1/ledger/verify": "Verify the ledger",
  "GET /v1/search": "Search contacts and partnerships",
  "GET /v1/settings": "Get the settings",
  "GET /v1/two-factor": "Get your second factor",
  "GET /v1/users/user": "Get the caller",
  "POST /v1/orders/{id}/payment-intents/create": "Bill an order",
  "POST /v1/passwords/change": "Change your password",
  "POST /v1/passwords/forgot": "Ask for a new password",
  "POST /v1/passwords/reset": "Choose a password",
  "POST /v1/assistants/{id}/revoke": "Disconnect an assistant",
  "POST /v1/sessions/confirm": "Confirm that it is you",
  "POST /v1/sessions/create": "Sign in",
  "POST /v1/sessions/end-all": "Sign out everywhere",
  "POST /v1/sessions/{id}/end": "Sign out a browser",
  "POST /v1/settings/update": "Update the settings",
  "GET /v1/simulations/clock": "Get the clock of the sandbox",
  "GET /v1/simulations/queue": "List what waits for the clock",
  "POST /v1/simulations/clock": "Move the clock of the sandbox",
  "POST /v1/two-factor/confirm": "Turn two-factor sign-in on",
  "POST /v1/two-factor/disable": "Turn two-factor sign-in off",
  "POST /v1/two-factor/enroll": "Enroll a second factor",
  "POST /v1/two-factor/recovery-codes": "Make new recovery codes",
  "POST /v1/users/invite": "Invite a person",
}
