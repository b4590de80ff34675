import type { Gateway } from "../gateways/gateway.ts"
import { invalid, Problem } from "../kit/problem.ts"
import { financed, simulationsOf } from "../rates/financing.ts"
import type { Installments } from "../transactions/schema.ts"

export function assertOffered(gateway: Gateway, method: string, currency: string) {
  const offered = gateway.methods.some(each => each.method === method && each.currencies.includes(currency))
  if (!offered) throw new Problem("GTW-1002", { gateway: gateway.name, method, currency })
}

type Asked = { method: string; amount: number; currency: string; installments: number }

/** What the payer agrees to: what was shown for this amount is what is charged. One installment is a lump sum, which has no terms. */
export function termsOf(gateway: Gateway, { method, amount, currency, installments }: Asked): Installments | null {
  if (installments === 1) return null
  const named = gateway.methods.filter(each => each.method === method && currency === financed)
  const offered = named.flatMap(each => simulationsOf(each, amount)).filter(({ total }) => Number.isSafeInteger(total))
  const terms = offered.find(({ nInstallments }) => nInstallments === installments)
  if (terms) return terms
  const counts = offered.map(({ nInstallments }) => nInstallments).join(", ") || "1"
  throw new Problem("GTW-1003", { gateway: gateway.name, method, amount, currency, installments, offered: counts })
}

export function assertToken(gateway: Gateway, token: string) {
  if (gateway.isToken(token)) return
  throw invalid("token", `must be a token of ${gateway.name}; a card number is never taken`)
}

/** How old a charge must be before "the gateway has never heard of it" means that it never will. */
export const givenUpAfterMs = 10 * 60_000
/** How soon a charge without an answer is asked about, and how often after that. */
export const firstLookMs = 15_000
const nextLookMs = 30_000
/** What was given up is asked about a few times more: money that the gateway took after all must not lie there unseen. */
const lateLooksMs = [1, 6, 24, 72, 168].map(hours => hours * 3_600_000)

/** How long to wait before asking about a charge of this age again, if at all. */
export function nextLookAfter(status: string, ageMs: number): number | undefined {
  if (status === "processing") return nextLookMs
  const next = lateLooksMs.find(at => at > ageMs)
  return next === undefined ? undefined : next - ageMs
}
/** A retry of the same request while the first is still at the gateway waits for it. */
export const inFlightMs = 30_000
