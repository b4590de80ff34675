import { operation } from "../../kit/operation/operation.ts"
import { financingRates, fxRates } from "./answers.ts"
import { Financing, FinancingQuery, FxComparison, FxQuery } from "./schema.ts"

export const rateOperations = [
  operation({
    route: "GET /v1/fx-rates",
    label: "Compare exchange rates",
    noun: "fxRate",
    summary: "Compare what arrives through each provider when money is sent in another currency",
    effect: "read",
    refuses: ["FXR-"],
    query: true,
    input: FxQuery,
    output: FxComparison,
    run: (_ctx, query) => fxRates(query),
  }),

  operation({
    route: "GET /v1/financing-rates",
    label: "Simulate installments",
    noun: "financingRate",
    summary: "Simulate paying in installments: what each number of them costs",
    effect: "read",
    refuses: ["FIN-"],
    query: true,
    success: true,
    input: FinancingQuery,
    output: Financing,
    run: (_ctx, query) => financingRates(query),
  }),
]
