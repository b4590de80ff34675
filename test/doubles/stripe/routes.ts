import type Stripe from "stripe"
import { cancelSetupIntent, createCustomer, createSetupIntent, detachMethod } from "./accounts.ts"
import { createSession, expire } from "./checkout.ts"
import { closeDispute, updateDispute } from "./disputes.ts"
import { balanceOf } from "./money.ts"
import { cancelIntent, confirmIntent, createIntent } from "./payments.ts"
import { createRefund } from "./refunds.ts"
import { account, createEndpoint } from "./resources.ts"
import { Failure, type Json, read, type State } from "./state.ts"

type Route = { method: string; pattern: RegExp; run(state: State, params: Json, id: string): object }

/** `:id` in a path is an id. A parameter that is not named is refused, and so is a request that lacks a required one. */
function route<P extends object>(
  method: string,
  path: string,
  names: readonly (keyof P & string)[],
  required: readonly (keyof P & string)[],
  run: (state: State, params: P, id: string) => object,
): Route {
  return {
    method,
    pattern: new RegExp(`^${path.replace(":id", "(\\w+)")}$`),
    run(state, params, id) {
      const unknown = Object.keys(params).find(name => !names.some(each => each === name))
      if (unknown !== undefined) throw new Failure(400, "parameter_unknown", `Received unknown parameter: ${unknown}`, { param: unknown })
      const missing = required.find(name => params[name] === undefined || params[name] === "")
      if (missing !== undefined) throw new Failure(400, "parameter_missing", `Missing required param: ${missing}.`, { param: missing })
      return run(state, params as P, id)
    },
  }
}

type Kept = { id: string }
type Query = { limit?: string; starting_after?: string; ending_before?: string; created?: { gte?: string; lt?: string } } & Json

/** A list of objects by their fields, the newest first, and one object. */
function resource<T extends Kept>(path: string, objectsOf: (state: State) => Map<string, T>, filters: readonly string[] = []): Route[] {
  const kind = path.split("/").at(-1)!
  return [
    route<Query>("GET", path, ["limit", "starting_after", "created", "expand", ...filters], [], (state, query) => {
      const all = [...objectsOf(state).values()].toReversed().filter(each => isMatch(each, query, filters))
      const start = query.starting_after === undefined ? 0 : all.findIndex(({ id }) => id === query.starting_after) + 1
      const data = all.slice(start, start + Number(query.limit ?? 10))
      const isExpanded = JSON.stringify(query["expand"] ?? []) === '["data.source"]'
      const shown = isExpanded ? data.map(each => withSource(state, each)) : data
      return { object: "list", url: path, data: shown, has_more: start + data.length < all.length }
    }),
    route("GET", `${path}/:id`, [], [], (state, _params, id) => read(objectsOf(state), id, kind)),
  ]
}

/** A movement with what caused it in the place of its id. */
function withSource(state: State, movement: object): object {
  const id = "source" in movement && typeof movement.source === "string" ? movement.source : ""
  const source = state.charges.get(id) ?? state.refunds.get(id) ?? state.disputes.get(id) ?? state.payouts.get(id)
  return { ...movement, source: source ?? id }
}

function isMatch(object: object, query: Query, filters: readonly string[]): boolean {
  const fields: Json = { ...object }
  const created = Number(fields["created"])
  if (created < Number(query.created?.gte ?? 0) || created >= Number(query.created?.lt ?? Infinity)) return false
  return filters.every(name => {
    const wanted = query[name]
    if (wanted === undefined) return true
    const pattern = JSON.stringify(wanted).replaceAll(".", "\\.").replaceAll("*", ".*")
    return new RegExp(`^${pattern}$`).test(JSON.stringify(fields[name]))
  })
}

const deleted = <T extends Kept>(objects: Map<string, T>, id: string, kind: string) => {
  read(objects, id, kind)
  objects.delete(id)
  return { id, object: kind, deleted: true }
}

const sessionNames = [
  "mode",
  "line_items",
  "success_url",
  "cancel_url",
  "client_reference_id",
  "metadata",
  "payment_intent_data",
  "allowed_payment_method_types",
  "customer",
  "customer_email",
  "expires_at",
] as const
const setupNames = [
  "confirm",
  "usage",
  "customer",
  "payment_method_data",
  "payment_method_options",
  "mandate_data",
  "return_url",
  "metadata",
] as const
const intentNames = ["amount", "currency", "payment_method", "customer", "description", "metadata"] as const

export const routes: Route[] = [
  route<Stripe.Checkout.SessionCreateParams>(
    "POST",
    "/v1/checkout/sessions",
    sessionNames,
    ["mode", "line_items", "success_url"],
    createSession,
  ),
  route("POST", "/v1/checkout/sessions/:id/expire", [], [], (state, _params, id) => expire(state, id)),
  ...resource("/v1/checkout/sessions", ({ sessions }) => sessions, ["payment_intent"]),
  route<Stripe.PaymentIntentCreateParams>("POST", "/v1/payment_intents", intentNames, ["amount", "currency"], createIntent),
  route<Stripe.PaymentIntentConfirmParams>(
    "POST",
    "/v1/payment_intents/:id/confirm",
    ["off_session", "return_url", "payment_method"],
    [],
    (state, params, id) => confirmIntent(state, id, params),
  ),
  route<Stripe.PaymentIntentCancelParams>("POST", "/v1/payment_intents/:id/cancel", ["cancellation_reason"], [], (state, params, id) =>
    cancelIntent(state, id, params),
  ),
  ...resource("/v1/payment_intents", ({ intents }) => intents, ["customer"]),
  route<Stripe.SetupIntentCreateParams>("POST", "/v1/setup_intents", setupNames, [], createSetupIntent),
  route("POST", "/v1/setup_intents/:id/cancel", [], [], (state, _params, id) => cancelSetupIntent(state, id)),
  ...resource("/v1/setup_intents", ({ setupIntents }) => setupIntents, ["payment_method", "customer"]),
  route<Stripe.CustomerCreateParams>("POST", "/v1/customers", ["name", "email", "metadata"], [], createCustomer),
  ...resource("/v1/customers", ({ customers }) => customers, ["email"]),
  route("POST", "/v1/payment_methods/:id/detach", [], [], (state, _params, id) => detachMethod(state, id)),
  ...resource("/v1/payment_methods", ({ methods }) => methods, ["customer"]),
  ...resource("/v1/mandates", ({ mandates }) => mandates),
  ...resource("/v1/charges", ({ charges }) => charges, ["payment_intent"]),
  route<Stripe.RefundCreateParams>("POST", "/v1/refunds", ["payment_intent", "amount", "metadata"], [], createRefund),
  ...resource("/v1/refunds", ({ refunds }) => refunds, ["payment_intent"]),
  route<Stripe.DisputeUpdateParams>("POST", "/v1/disputes/:id", ["evidence", "metadata", "submit"], [], (state, params, id) =>
    updateDispute(state, id, params),
  ),
  route("POST", "/v1/disputes/:id/close", [], [], (state, _params, id) => closeDispute(state, id)),
  ...resource("/v1/disputes", ({ disputes }) => disputes, ["payment_intent"]),
  ...resource("/v1/files", ({ files }) => files),
  route("GET", "/v1/balance", [], [], balanceOf),
  ...resource("/v1/balance_transactions", ({ movements }) => movements, ["payout", "type"]),
  ...resource("/v1/payouts", ({ payouts }) => payouts),
  ...resource("/v1/events", ({ events }) => events, ["type"]),
  route<Stripe.WebhookEndpointCreateParams>(
    "POST",
    "/v1/webhook_endpoints",
    ["url", "enabled_events", "api_version", "description"],
    ["url", "enabled_events"],
    createEndpoint,
  ),
  route("DELETE", "/v1/webhook_endpoints/:id", [], [], ({ endpoints }, _params, id) => deleted(endpoints, id, "webhook_endpoint")),
  ...resource("/v1/webhook_endpoints", ({ endpoints }) => endpoints),
  route("GET", "/v1/account", [], [], () => account),
]
