import { log } from "../kit/log.ts"
import { fxAnswers } from "../kit/metrics.ts"
import { decimal } from "../kit/money.ts"
import { request } from "../kit/request.ts"
import { readComparison } from "./comparison.ts"
import { midOf, type Quote, type QuoteSource, type Rates } from "./fx.ts"
import { house } from "./providers.ts"
import type { FxQuery } from "./schema.ts"

/** Many times what a comparison weighs. What is longer is cut, and then can't be read. */
const mostBytes = 1024 * 1024
/** How many questions are remembered, and how many are under way: pages may ask for whatever they like. */
const mostKept = 2000
const mostAsking = 16

export type Pace = {
  withinMs: number
  /** How long an answer is good, how long it is better than none, and how long whoever failed is left alone. */
  freshMs: number
  lastGoodMs: number
  restMs: number
}
const pace: Pace = { withinMs: 2000, freshMs: 60_000, lastGoodMs: 3_600_000, restMs: 10_000 }

/** What somebody answered to a question, if they ever did, and when they are asked again. */
type Known = { theirs?: readonly Quote[]; from: "live" | "last-good" | "built-in"; goodUntil: number; askAt: number }
const nothing: Known = { from: "built-in", goodUntil: 0, askAt: 0 }
const withoutAsking = (known: Known): Known => ({ ...known, from: known.theirs ? "last-good" : "built-in" })

/** Real quotes beside the house's own. While they can't be had, the last good ones are shown for a while, and then those by declaration. */
export function liveFrom(url: string, declared: QuoteSource, { withinMs, freshMs, lastGoodMs, restMs }: Pace = pace): QuoteSource {
  const kept = new Map<string, Known>()
  const asking = new Map<string, Promise<Known>>()

  let restUntil = 0

  async function ask(name: string, asked: FxQuery, rates: Rates): Promise<Known> {
    const before = withoutAsking(kept.get(name) ?? nothing)
    try {
      const theirs = await fetched(url, asked, rates, withinMs)
      return keep(name, { theirs, from: "live", goodUntil: performance.now() + lastGoodMs, askAt: performance.now() + freshMs })
    } catch (error) {
      log.warn({ error, asked: name }, "live exchange rates could not be had; the last good or the built-in ones are shown")
      if (!(error instanceof Away)) return keep(name, { ...before, askAt: performance.now() + restMs })
      restUntil = performance.now() + restMs // whoever asks anything else would only wait for the same silence
      return before
    } finally {
      asking.delete(name)
    }
  }

  function keep(name: string, known: Known): Known {
    kept.delete(name) // so that it is the youngest again
    kept.set(name, known)
    if (kept.size > mostKept) kept.delete(kept.keys().next().value!)
    return known
  }

  /** One asks, all who ask the same meanwhile hear the answer. */
  function know(name: string, asked: FxQuery, rates: Rates): Known | Promise<Known> {
    const known = kept.get(name) ?? nothing
    if (performance.now() < known.askAt) return known
    const underWay = asking.get(name)
    if (underWay) return underWay
    if (asking.size >= mostAsking || performance.now() < restUntil) return withoutAsking(known)
    const begun = ask(name, asked, rates)
    asking.set(name, begun)
    return begun
  }

  return {
    async quotesFor(rates, query) {
      const asked = { ...query, sourceAmount: cut(query.sourceAmount) }
      const { sourceCurrency, targetCurrency, targetCountry, sourceAmount } = asked
      const { theirs, from, goodUntil } = await know(`${sourceCurrency} ${targetCurrency} ${targetCountry} ${sourceAmount}`, asked, rates)
      const ours = await declared.quotesFor(rates, query)
      const isGood = theirs !== undefined && performance.now() < goodUntil
      fxAnswers.inc({ quotes: isGood ? from : "built-in" })
      return isGood ? together(ours, theirs) : ours
    },
  }
}

/** It is not this question that can't be answered: nobody is there, or nobody has time. */
class Away extends Error {}

async function fetched(address: string, asked: FxQuery, rates: Rates, withinMs: number): Promise<readonly Quote[]> {
  const { sourceCurrency, targetCurrency, targetCountry, sourceAmount } = asked
  const url = new URL(address) // what it already asks for, such as certain providers, stays
  const question = { sourceCurrency, targetCurrency, targetCountry, sendAmount: decimal(sourceAmount, sourceCurrency) }
  for (const [name, value] of Object.entries(question)) url.searchParams.set(name, value)
  const headers = { accept: "application/json", "user-agent": "Countersign-Rates/1" }
  // The operator set the address, so it may well be on the inside.
  const call = { method: "GET" as const, url: url.href, headers, withinMs, keep: mostBytes, allowPrivate: true }
  const { status, body } = await request(call).catch((cause: unknown) => {
    throw new Away("FX_COMPARISON_URL could not be asked", { cause })
  })
  if (status === 429 || status >= 500) throw new Away(`FX_COMPARISON_URL answered ${status}`)
  if (status !== 200) throw new Error(`FX_COMPARISON_URL answered ${status}`)
  const { quotes, refused } = readComparison(body, asked, midOf(rates, asked))
  if (refused.length > 0) log.info({ ...question, refused }, "some live exchange rates are too far from the mid-market rate to be shown")
  return quotes
}

/** To its first two digits: neighbours share an answer, and a fixed fee weighs at least as much in it as it will. */
function cut(amount: number): number {
  const unit = 10 ** Math.max(0, String(amount).length - 2)
  return amount - (amount % unit)
}

/** The house's own quote follows our rates, so it is joined anew only when these or theirs have changed. */
function together(ours: readonly Quote[], theirs: readonly Quote[]): readonly Quote[] {
  const before = joined.get(theirs)
  if (before?.ours === ours) return before.all
  const all = [...ours.filter(({ provider }) => provider.id === house), ...theirs]
  joined.set(theirs, { ours, all })
  return all
}
const joined = new WeakMap<readonly Quote[], { ours: readonly Quote[]; all: readonly Quote[] }>()
