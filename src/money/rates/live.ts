import { Counter } from "@prometheus-io/client"
import { hourMs } from "../../kit/pure/calendar.ts"
import { decimal } from "../../kit/pure/money.ts"
import { log } from "../../kit/service/log.ts"
import { request } from "../../kit/service/outbound-http.ts"
import { parseComparison } from "./comparison.ts"
import { midOf, type Quote, type QuoteSource, type Rates } from "./fx.ts"
import { ownProviderId } from "./providers.ts"
import type { FxQuery } from "./schema.ts"

const fxAnswers = new Counter({
  name: "countersign_fx_answers_total",
  help: "Comparisons by the origin of their quotes: live, last-good or built-in; counted only with FX_COMPARISON_URL",
  labelNames: ["quotes"],
})

/** Far more than a comparison needs. A longer one is cut, and then does not parse. */
const maxReplyBytes = 1024 * 1024
/** These limits exist because public pages may ask for any corridor and amount. */
const maxCached = 2000
const maxInFlight = 16

export type Timings = {
  timeoutMs: number
  /** How long fetched quotes are used without fetching them again. */
  freshMs: number
  /** How long they are used when fetching fails. */
  lastGoodMs: number
  /** How long nothing is fetched after a failure. */
  retryDelayMs: number
  /** A monotonic clock, in milliseconds. */
  now(): number
}
const defaultTimings: Timings = {
  timeoutMs: 2000,
  freshMs: 60_000,
  lastGoodMs: hourMs,
  retryDelayMs: 10_000,
  now: () => performance.now(),
}

/** The last quotes fetched for a query, if any ever were, and when to fetch again. */
type CacheEntry = { quotes?: readonly Quote[]; origin: "live" | "last-good" | "built-in"; goodUntil: number; fetchAt: number }
const emptyEntry: CacheEntry = { origin: "built-in", goodUntil: 0, fetchAt: 0 }
const withoutFetch = (entry: CacheEntry): CacheEntry => ({ ...entry, origin: entry.quotes ? "last-good" : "built-in" })

/** Live quotes of other providers, and our own declared one. When fetching fails, uses the last good quotes, then the declared ones. */
export function liveQuotes(url: string, declared: QuoteSource, timings: Timings = defaultTimings): QuoteSource {
  const { timeoutMs, freshMs, lastGoodMs, retryDelayMs, now } = timings
  const cache = new Map<string, CacheEntry>()
  const inFlight = new Map<string, Promise<CacheEntry>>()
  let pausedUntil = 0

  async function refresh(name: string, query: FxQuery, rates: Rates): Promise<CacheEntry> {
    const before = withoutFetch(cache.get(name) ?? emptyEntry)
    try {
      const quotes = await fetchQuotes(url, query, rates, timeoutMs)
      return store(name, { quotes, origin: "live", goodUntil: now() + lastGoodMs, fetchAt: now() + freshMs })
    } catch (error) {
      log.warn({ error, query: name }, "live exchange rates could not be fetched; the last good or the built-in ones are shown")
      if (!(error instanceof SourceUnavailable)) return store(name, { ...before, fetchAt: now() + retryDelayMs })
      pausedUntil = now() + retryDelayMs // other queries would fail too
      return before
    } finally {
      inFlight.delete(name)
    }
  }

  /** Evicts the entry that was stored first. */
  function store(name: string, entry: CacheEntry): CacheEntry {
    cache.delete(name) // so that it becomes the last one in the Map's order
    cache.set(name, entry)
    if (cache.size > maxCached) cache.delete(cache.keys().next().value!)
    return entry
  }

  /** Equal queries share one request. */
  function quotesOfOthers(name: string, query: FxQuery, rates: Rates): CacheEntry | Promise<CacheEntry> {
    const entry = cache.get(name) ?? emptyEntry
    if (now() < entry.fetchAt) return entry
    const running = inFlight.get(name)
    if (running) return running
    if (inFlight.size >= maxInFlight || now() < pausedUntil) return withoutFetch(entry)
    const started = refresh(name, query, rates)
    inFlight.set(name, started)
    return started
  }

  return {
    async quotesFor(rates, query) {
      const rounded = { ...query, sourceAmount: roundDown(query.sourceAmount) }
      const { sourceCurrency, targetCurrency, targetCountry, sourceAmount } = rounded
      const name = `${sourceCurrency} ${targetCurrency} ${targetCountry} ${sourceAmount}`
      const { quotes, origin, goodUntil } = await quotesOfOthers(name, rounded, rates)
      const ours = await declared.quotesFor(rates, query)
      const isGood = quotes !== undefined && now() < goodUntil
      fxAnswers.inc({ quotes: isGood ? origin : "built-in" })
      return isGood ? joinQuotes(ours, quotes) : ours
    },
  }
}

/** The source is down or overloaded, so every query fails, not only this one. */
class SourceUnavailable extends Error {}

async function fetchQuotes(address: string, query: FxQuery, rates: Rates, timeoutMs: number): Promise<readonly Quote[]> {
  const { sourceCurrency, targetCurrency, targetCountry, sourceAmount } = query
  const url = new URL(address) // its own parameters stay, such as a selection of providers
  const parameters = { sourceCurrency, targetCurrency, targetCountry, sendAmount: decimal(sourceAmount, sourceCurrency) }
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
  const headers = { accept: "application/json", "user-agent": "Countersign-Rates/1" }
  // The operator configured the address, so it may be in a private network.
  const call = { method: "GET" as const, url: url.href, headers, timeoutMs, maxReplyBytes, allowPrivate: true }
  const { status, body } = await request(call).catch((cause: unknown) => {
    throw new SourceUnavailable("FX_COMPARISON_URL could not be reached", { cause })
  })
  if (status === 429 || status >= 500) throw new SourceUnavailable(`FX_COMPARISON_URL answered ${status}`)
  if (status !== 200) throw new Error(`FX_COMPARISON_URL answered ${status}`)
  const { quotes, refused } = parseComparison(body, query, midOf(rates, query))
  if (refused.length > 0) log.info({ ...parameters, refused }, "some live exchange rates are too far from the mid-market rate to be shown")
  return quotes
}

/** Rounds to two digits, so that similar amounts share a response, and down, so that a fixed fee is never understated. */
function roundDown(amount: number): number {
  const unit = 10 ** Math.max(0, String(amount).length - 2)
  return amount - (amount % unit)
}

/** Cached until our rates or the live quotes change, because the ranking is cached by the array. */
function joinQuotes(ours: readonly Quote[], live: readonly Quote[]): readonly Quote[] {
  const existing = joined.get(live)
  if (existing?.ours === ours) return existing.all
  const all = [...ours.filter(({ provider }) => provider.id === ownProviderId), ...live]
  joined.set(live, { ours, all })
  return all
}
const joined = new WeakMap<readonly Quote[], { ours: readonly Quote[]; all: readonly Quote[] }>()
