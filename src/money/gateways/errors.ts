import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const gateways = errorFamily("Gateways", "The gateway declined a charge, does not offer it, or could not be reached.", {
  "GTW-1001": [401, "The signature of this event is not valid; nothing was done"],
  "GTW-1002": [422, "{gateway} does not offer {method} in {currency}; GET /v1/gateways lists what it offers"],
  "GTW-1003": [
    422,
    "{gateway} does not offer {installments} installments for {amount} {currency} by {method}, only {offered}; see GET /v1/financing-rates",
  ],
  "GTW-1004": [422, "{gateway} serves {modes} tenants only, and this tenant is {mode}; GET /v1/gateways lists those that serve it"],
  "GTW-1005": [422, "These are test credentials of {gateway}, and this tenant is live; nothing was saved. Use live credentials"],
  "GTW-1006": [422, "These are live credentials of {gateway}, and this tenant is a sandbox; nothing was saved. Use test credentials"],
  "GTW-1007": [422, "{gateway} refused the credentials: {reason}. Nothing was saved; check what you pasted"],
  "GTW-1008": [422, "The credentials of {gateway} lack rights: {rights}. Nothing was saved; add them at {gateway}, then try again"],
  "GTW-1009": [
    422,
    "No active connection to {gateway} offers {method} in {currency}; connect one, or turn the method on; nothing was charged",
  ],
  "GTW-2001": [402, "The charge was declined: {reason}. Nothing was paid; ask the payer for another payment method"],
  "GTW-2003": [
    409,
    "These credentials belong to the account {account}, and the connection to {expected}; connect the other account instead",
  ],
  "GTW-2004": [409, "The connection {name} is {status}, so it can't be {action}; only {allowed} can"],
  "GTW-2005": [503, "{gateway} could not be reached, so nothing was changed; try again in a few minutes"],
  "GTW-2002": [503, "The charge did not reach the gateway, so nothing was charged; try again with the same Idempotency-Key"],
})

export const gatewayProblem = problemsOf(gateways)
