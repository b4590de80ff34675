import { errorFamily, problemsOf } from "../../kit/pure/problem.ts"

const exchangeRates = errorFamily("Exchange rates", "The currency, country or amount is not served.", {
  "FXR-1001": [400, "{parameter} {currency} is not served; use one of {served}"],
  "FXR-1002": [400, "Unknown country {targetCountry}; use an ISO 3166-1 alpha-2 code, such as BR"],
  "FXR-1003": [400, "Both currencies are {currency}; use two different ones"],
  "FXR-1004": [400, "{sourceAmount} is too much to convert to {targetCurrency}; send a smaller sourceAmount"],
})

const financing = errorFamily("Financing", "The currency, gateway, method or amount is not served.", {
  "FIN-1001": [400, "Financing is not offered in {currency}; use {financed}"],
  "FIN-1002": [400, "There is no gateway {gateway}; GET /v1/gateways lists them"],
  "FIN-1003": [400, "{gateway} does not finance {method}; GET /v1/gateways lists its methods"],
  "FIN-1004": [400, "{amount} is too much to finance; send a smaller amount"],
})

export const rateProblem = problemsOf(exchangeRates, financing)
