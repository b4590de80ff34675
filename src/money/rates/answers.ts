import type { Tenant } from "../../kit/pure/caller.ts"
import { perConfig } from "../../kit/service/config.ts"
import type { Gateway, Method } from "../gateways/gateway.ts"
import { findGateway, gatewaysFor } from "../gateways/registry.ts"
import type { Installments } from "../transactions/schema.ts"
import { costOf } from "./cost.ts"
import { countryOf } from "./countries.ts"
import { declaredQuotes } from "./declared.ts"
import { rateProblem } from "./errors.ts"
import { financedCurrency, simulationsOf } from "./financing.ts"
import { assertServed, comparisonJson, midOf, type QuoteSource } from "./fx.ts"
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

/** What an amount of one currency costs in another, through each provider, the cheapest first. */
export type Costs = { currency: string; date: string; providers: { name: string; illustrative: boolean; amount: number }[] }

/** Undefined when there is no rate for the pair, or the amount is too large to convert. */
export async function costsIn(sourceCurrency: string, due: number, targetCurrency: string): Promise<Costs | undefined> {
  const rates = await currentRates()
  const isServed = [sourceCurrency, targetCurrency].every(currency => Object.hasOwn(rates.rates, currency))
  if (!isServed || sourceCurrency === targetCurrency) return undefined
  const pair = { sourceCurrency, targetCurrency }
  const sourceAmount = costOf(due, midOf(rates, pair), sourceCurrency, targetCurrency)
  if (!Number.isSafeInteger(sourceAmount)) return undefined
  const quotes = await quoteSource().quotesFor(rates, { ...pair, sourceAmount, targetCountry: countryOf(targetCurrency) })
  const providers = quotes.map(({ provider: { name, illustrative = false }, rate }) => ({
    name,
    illustrative,
    amount: costOf(due, rate, sourceCurrency, targetCurrency),
  }))
  return { currency: sourceCurrency, date: rates.date, providers: providers.toSorted((a, b) => a.amount - b.amount) }
}

/** The currencies that there are rates for. */
export const ratedCurrencies = async (): Promise<string[]> => Object.keys((await currentRates()).rates).sort()

const quoteSource = perConfig(({ BASE_URL, FX_COMPARISON_URL }): QuoteSource => {
  const declared = declaredQuotes(providers, BASE_URL)
  return FX_COMPARISON_URL === undefined ? declared : liveQuotes(FX_COMPARISON_URL, declared)
})

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

/** A method of payment of a gateway, and what each number of installments costs with it; none when it offers no installments. */
export type Offer = { gateway: Gateway; method: Method; simulations: Installments[] }

/** The methods for this amount that the gateways offer to the tenant's payers. */
export function offersFor(tenant: Pick<Tenant, "mode">, amount: number, currency: string): Offer[] {
  if (amount <= 0) return []
  return gatewaysFor(tenant).flatMap(gateway =>
    gateway.methods
      .filter(method => method.currencies.includes(currency))
      .map(method => ({ gateway, method, simulations: currency === financedCurrency ? installmentsFor(method, amount) : [] })),
  )
}

function installmentsFor(method: Method, amount: number): Installments[] {
  const simulations = simulationsOf(method, amount)
  return simulations.length > 1 && simulations.every(({ total }) => Number.isSafeInteger(total)) ? simulations : []
}
