import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const gateways = errorFamily("Gateways", "The gateway declined a charge, does not offer it, or could not be reached.", {
  "GTW-1001": [401, "The signature of this event is not valid; nothing was done"],
  "GTW-1002": [422, "{gateway} does not offer {method} in {currency}; GET /v1/gateways lists what it offers"],
  "GTW-1003": [
    422,
    "{gateway} does not offer {installments} installments for {amount} {currency} by {method}, only {offered}; see GET /v1/financing-rates",
  ],
  "GTW-1004": [422, "{gateway} serves {modes} tenants only, and this tenant is {mode}; GET /v1/gateways lists those that serve it"],
  "GTW-2001": [402, "The charge was declined: {reason}. Nothing was paid; ask the payer for another payment method"],
  "GTW-2002": [503, "The charge did not reach the gateway, so nothing was charged; try again with the same Idempotency-Key"],
})

export const gatewayProblem = problemsOf(gateways)
