import { findGateway, gateways } from "../gateways/registry.ts"
import { config } from "../kit/config.ts"
import { Problem } from "../kit/problem.ts"
import type { Installments } from "../transactions/schema.ts"
import { declaredBy } from "./declared.ts"
import { financed, simulationsOf } from "./financing.ts"
import { assertServed, comparison, type QuoteSource } from "./fx.ts"
import { liveFrom } from "./live.ts"
import { providers } from "./providers.ts"
import type { Financing, FinancingQuery, FxComparison, FxQuery } from "./schema.ts"
import { currentRates } from "./store.ts"

/** Both questions have one answer, whoever asks: a web page with the demo key, or a caller with an API key. */
export const fxRates = async (query: FxQuery) => JSON.parse(await fxText(query)) as FxComparison

export async function fxText(query: FxQuery): Promise<string> {
  const rates = await currentRates()
  assertServed(rates, query)
  return comparison(await source().quotesFor(rates, query), query)
}

/** By declaration, or live where an address for that is set. */
function source(): QuoteSource {
  if (chosen) return chosen
  const declared = declaredBy(providers, config.BASE_URL)
  return (chosen = config.FX_COMPARISON_URL === undefined ? declared : liveFrom(config.FX_COMPARISON_URL, declared))
}
let chosen: QuoteSource | undefined

export function financingRates({ amount, currency, gateway: id, method: name }: FinancingQuery): Financing {
  if (currency !== financed) throw new Problem("FIN-1001", { currency, financed })
  const gateway = findGateway(id)
  if (!gateway) throw new Problem("FIN-1002", { gateway: id })
  const method = gateway.methods.find(each => each.method === name && each.currencies.includes(currency))
  if (!method) throw new Problem("FIN-1003", { gateway: id, method: name })
  const plans = simulationsOf(method, amount)
  if (!Number.isSafeInteger(plans.at(-1)!.total)) throw new Problem("FIN-1004", { amount }) // the last one costs most
  return { simulations: plans.map(plan => ({ ...plan, gateway: id, method: name })) }
}

/** What a payer can choose from: by which means, and what each number of installments costs. */
export type Offer = { name: string; simulations: Installments[] }

/** Every method that has more to offer for this amount than paying at once. */
export function offersFor(amount: number, currency: string): Offer[] {
  const methods = gateways.flatMap(gateway => gateway.methods).filter(each => currency === financed && each.currencies.includes(currency))
  const offers = methods.map(method => ({ name: method.name, simulations: amount > 0 ? simulationsOf(method, amount) : [] }))
  return offers.filter(({ simulations }) => simulations.length > 1 && simulations.every(({ total }) => Number.isSafeInteger(total)))
}
