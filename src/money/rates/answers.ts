import type { Tenant } from "../../kit/operation/context.ts"
import { config } from "../../kit/service/config.ts"
import { findGateway, gatewaysFor } from "../gateways/registry.ts"
import type { Installments } from "../transactions/schema.ts"
import { declaredQuotes } from "./declared.ts"
import { rateProblem } from "./errors.ts"
import { financedCurrency, simulationsOf } from "./financing.ts"
import { assertServed, comparisonJson, type QuoteSource } from "./fx.ts"
import { liveQuotes } from "./live.ts"
import { providers } from "./providers.ts"
import type { Financing, FinancingQuery, FxComparison, FxQuery } from "./schema.ts"
import { currentRates } from "./store.ts"

export const fxRates = async (query: FxQuery) => JSON.parse(await fxRatesJson(query)) as FxComparison

export async function fxRatesJson(query: FxQuery): Promise<string> {
  const rates = await currentRates()
  assertServed(rates, query)
  return comparisonJson(await quoteSource().quotesFor(rates, query), query)
}

function quoteSource(): QuoteSource {
  if (source) return source
  const declared = declaredQuotes(providers, config.BASE_URL)
  return (source = config.FX_COMPARISON_URL === undefined ? declared : liveQuotes(config.FX_COMPARISON_URL, declared))
}
let source: QuoteSource | undefined

export function financingRates({ amount, currency, gateway: id, method: name }: FinancingQuery): Financing {
  if (currency !== financedCurrency) throw rateProblem("FIN-1001", { currency, financed: financedCurrency })
  const gateway = findGateway(id)
  if (!gateway) throw rateProblem("FIN-1002", { gateway: id })
  const method = gateway.methods.find(each => each.method === name && each.currencies.includes(currency))
  if (!method) throw rateProblem("FIN-1003", { gateway: id, method: name })
  const simulations = simulationsOf(method, amount)
  if (!Number.isSafeInteger(simulations.at(-1)!.total)) throw rateProblem("FIN-1004", { amount }) // the last one has the highest total
  return { simulations: simulations.map(simulation => ({ ...simulation, gateway: id, method: name })) }
}

/** A method of payment and what each number of installments costs with it. */
export type Offer = { name: string; simulations: Installments[] }

/** The methods that offer installments for this amount to the tenant's payers. */
export function offersFor(tenant: Pick<Tenant, "mode">, amount: number, currency: string): Offer[] {
  if (currency !== financedCurrency || amount <= 0) return []
  const methods = gatewaysFor(tenant)
    .flatMap(gateway => gateway.methods)
    .filter(method => method.currencies.includes(currency))
  const offers = methods.map(method => ({ name: method.name, simulations: simulationsOf(method, amount) }))
  return offers.filter(({ simulations }) => simulations.length > 1 && simulations.every(({ total }) => Number.isSafeInteger(total)))
}
