/**
 * Everything that can be refused, each code once: status, sentence, and what an agent is told where the specification
 * names its own code. A number is never reused. `docs/errors.md` and the OpenAPI document are printed from here.
 */
export const catalogue = {
  "AUT-1001": [401, "Send the header Authorization: ApiKey <your key>"],
  "AUT-1002": [401, "The Authorization header must be the word ApiKey, a space, and the key"],
  "AUT-1003": [401, "This API key is unknown or was deleted; use another one"],
  "AUT-1004": [401, "This API key expired at {expiresAt}; create a new one"],
  "TEN-1001": [400, "Invalid Tenant ID"],
  "PRM-1001": [403, "This needs the permission {permission}, which you do not hold; ask an admin of your tenant", "AGENT_TOOL_FORBIDDEN"],
  "PRM-1002": [
    403,
    "The role {role} holds {permission}, which you do not: you can neither grant it nor change who has it",
    "AGENT_TOOL_FORBIDDEN",
  ],
  "VAL-1001": [400, "The body is not valid JSON: {detail}"],
  "VAL-1002": [400, "{detail}"],
  "VAL-1003": [400, "{detail}"],
  "VAL-1004": [400, "{parameter} is not a parameter of this request; it takes {allowed}"],
  "VAL-1005": [400, "{detail}"],
  "VAL-1006": [413, "The body is over 1 MiB; send less at once"],
  "VAL-1008": [415, "The body must be sent as application/json, not {contentType}"],
  "GEN-1001": [400, "This is no HTTP request that can be read; nothing was done"],
  "GEN-1004": [404, "There is no {kind} {reference} here", "AGENT_TOOL_REFERENCE_NOT_FOUND"],
  "GEN-1005": [405, "{method} is not used here; use {allowed}"],
  "GEN-1006": [404, "There is no {method} {path}; the routes are listed under /docs"],
  "GEN-1007": [431, "The headers are over 16 KiB; send fewer"],
  "GEN-1008": [408, "The request did not arrive within 30 seconds; nothing was done"],
  "GEN-1009": [409, "This {kind} was changed meanwhile: it is at version {version}; read it again and repeat"],
  "GEN-1010": [409, "There is already a {kind} with this {field}: {_id}"],
  "SMR-1001": [404, "No {kind} matches {reference}", "AGENT_TOOL_REFERENCE_NOT_FOUND"],
  "SMR-1002": [409, "{reference} matches several {kind}; use an id, a code or a whole name", "AGENT_TOOL_AMBIGUOUS_REFERENCE"],
  "IDM-1001": [400, "The Idempotency-Key must have 1 to 256 characters"],
  "IDM-1002": [422, "This Idempotency-Key was used for another request; nothing was done. Use a new key for a new operation"],
  "IDM-1003": [409, "A request with this Idempotency-Key is still running; ask again in a second with the same key"],
  "IDM-1004": [400, "This request moves money and needs an Idempotency-Key header"],
  "PIN-1001": [409, "This payment intent is {status}, so it can't be {action}; only {allowed} can"],
  "PIN-1002": [400, "The items come to {amount}; a payment intent is at least 1"],
  "PIN-1003": [400, "The schedule comes to {scheduled}, the items to {amount}; they must be equal"],
  "PIN-1004": [409, "This payment intent was paid {paid}, so it can't be deleted; nothing was changed"],
  "PIN-1005": [409, "This is an installment of {plan}; {action} the plan instead"],
  "ORD-1001": [400, "The source {source} is reserved; use manual"],
  "ORD-2001": [409, "This order is {status}, so it can't be {action}; only an open one can"],
  "ORD-2002": [409, "This order can't be billed or canceled like this: {reason}"],
  "ORD-2003": [422, "One payment intent has one currency, but these items are in {currencies}; name the items of one"],
  "ORD-2004": [422, "An order holds at most {most} items"],
  "ORD-2005": [422, "Item {item} is supplied by {supplier}; the line that bills it must name the same"],
  "SPL-1001": [422, "The supplier's fixed terms are in {terms}, the payment intent is in {currency}; they must be the same"],
  "SPL-2001": [422, "The splits would come to {shared}, more than the payment intent's {amount}"],
  "SPL-2002": [409, "This payment split is {status}, so it can't be deleted; only {allowed} can"],
  "SPL-2003": [409, "This payment intent is {status}, so nothing of it can be promised"],
  "TRX-1001": [400, "The payment intent is in {intent}; a payment in {currency} needs fx with sourceCurrency, sourceAmount and rate"],
  "TRX-2001": [422, "Only {due} is left to pay; {amount} was not taken"],
  "TRX-2002": [409, "This payment intent is {status}, so it takes no payment; nothing was taken"],
  "TRX-2003": [409, "This transaction is {status}, so it can't be {action}; only {allowed} can"],
  "PIN-1006": [409, "A payment of this is under way ({transaction}); wait for its outcome, then try again"],
  "PIN-1007": [409, "This payment intent has transactions, so it is kept; cancel it instead"],
  "TRX-2004": [409, "A charge of this payment intent is under way ({transaction}); no second one was made. Look at it again in a moment"],
  "TRX-2005": [409, "This bank transfer pays {paymentIntent} already; nothing was moved"],
  "TRX-2006": [422, "The bank transfer is in {currency} and the payment intent in {intent}; nothing was moved"],
  "GTW-1001": [401, "This event is not signed as the gateway signs; nothing was done"],
  "GTW-1002": [422, "{gateway} does not take {method} in {currency}; see GET /v1/gateways"],
  "GTW-1003": [
    422,
    "{gateway} does not take {amount} {currency} by {method} in {installments} installments, only in {offered}; see GET /v1/financing-rates",
  ],
  "GTW-2001": [402, "The charge was declined: {reason}. Nothing was paid; ask the payer for another way to pay"],
  "GTW-2002": [503, "The gateway can't be reached and nothing was charged; repeat with the same Idempotency-Key"],
  "WHK-1001": [422, "This destination may not be used: {reason}"],
  "WHK-1002": [422, "The destination did not pass the challenge: {reason}. It must answer GET with the validationToken as plain text"],
  "WHK-1003": [422, "A tenant has at most {most} webhook endpoints; delete one first"],
  "WHK-2001": [409, "This webhook is {status}; enable it first"],
  "FXR-1001": [400, "{parameter} {currency} is not served; use one of {served}"],
  "FXR-1002": [400, "{targetCountry} is no country; targetCountry takes two letters of ISO 3166-1, such as BR"],
  "FXR-1003": [400, "Both currencies are {currency}; there is nothing to exchange"],
  "FXR-1004": [400, "{sourceAmount} is too much to be counted in {targetCurrency}; send a smaller sourceAmount"],
  "FIN-1001": [400, "Financing is not offered in {currency}; use {financed}"],
  "FIN-1002": [400, "There is no gateway {gateway}; GET /v1/gateways lists them"],
  "FIN-1003": [400, "{gateway} finances no {method}; GET /v1/gateways lists its methods"],
  "FIN-1004": [400, "{amount} is too much to be financed; send a smaller amount"],
  "USR-1002": [409, "An API key keeps the role it was made with; make another key, then delete this one"],
  "USR-1001": [409, "This is the last super admin of the tenant; make another one first"],
  "TNT-1002": [422, "A sandbox clock may run at most 50 years ahead of the world"],
  "TNT-1001": [409, "The clock belongs to sandbox tenants; this one is live"],
  "RTE-1001": [429, "Too many requests; ask again in {retryAfterSeconds} s", "AGENT_TOOL_RATE_LIMITED"],
  "SYS-9001": [500, "Something failed on our side and nothing was changed; repeat with the same Idempotency-Key"],
  "SYS-9002": [503, "The service is not available for a moment; repeat with the same Idempotency-Key"],
} as const satisfies Record<string, readonly [status: number, sentence: string, agent?: string]>

export type Code = keyof typeof catalogue
export type FieldError = { path: string; message: string }
type Details = Record<string, unknown>

/** A refusal that the outside may read. Thrown anywhere, translated only by the doors. */
export class Problem extends Error {
  readonly code: Code
  readonly status: number
  readonly details: Details
  readonly errors: FieldError[]

  constructor(code: Code, details: Details = {}, errors: FieldError[] = []) {
    const [status, sentence] = catalogue[code]
    super(sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(details[name])))
    this.code = code
    this.status = status
    this.details = details
    this.errors = errors
  }

  /** The same request may succeed when it is repeated as it is. */
  get retryable(): boolean {
    return this.status >= 500 || this.code === "IDM-1003" || this.code === "RTE-1001"
  }

  /** The code an agent reads: the specification's where it names one. */
  get agentCode(): string {
    return agentCodes[this.code] ?? this.code
  }

  get retryAfterSeconds(): number | undefined {
    if (this.code === "RTE-1001") return Number(this.details["retryAfterSeconds"])
    return this.retryable ? 1 : undefined
  }
}

const agentCodes: Partial<Record<Code, string>> = Object.fromEntries(
  Object.entries(catalogue).flatMap(([code, entry]) => (entry.length > 2 ? [[code, entry[2]]] : [])),
)

/** Failure has the single key `error`. */
export function errorBody(problem: Problem, requestId: string) {
  const { code, message, errors, details, retryable } = problem
  const { detail: _, ...rest } = details
  return { error: { code, message, ...(errors.length > 0 && { errors }), details: rest, retryable, requestId } }
}

/** One field, parameter or header that is not as it must be: "limit" and "must be …". */
export function invalid(path: string, words: string): Problem {
  const message = `${path} ${words}`
  return new Problem("VAL-1003", { detail: message }, [{ path, message }])
}
