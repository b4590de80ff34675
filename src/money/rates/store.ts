import { isDeepStrictEqual } from "node:util"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { logLoopFailure } from "../../kit/db/outage.ts"
import { installation, query, sql } from "../../kit/db/query.ts"
import { perConfig } from "../../kit/service/config.ts"
import type { Rates } from "./fx.ts"
import reference from "./reference.json" with { type: "json" }

const cacheMs = 10_000

/** The rates that ship with the service, until newer ones are in the database. */
const cache = perConfig((): { rates: Rates; validUntil: number } => ({ rates: reference, validUntil: 0 }))

/**
 * Reads the stored rates every 10 seconds. Returns the same object until they change, because quotes are cached by it. While the database
 * is unreachable, the cached rates stay in use.
 */
export async function currentRates(): Promise<Rates> {
  const cached = cache()
  if (performance.now() < cached.validUntil) return cached.rates
  cached.validUntil = performance.now() + cacheMs // set before the query, so that concurrent requests use the cache
  try {
    const stored = await readRates()
    if (stored && stored.date >= reference.date && !isDeepStrictEqual(stored, cached.rates)) cached.rates = stored
  } catch (error) {
    logLoopFailure(error, "the exchange rates could not be read; the cached ones stay in use")
  }
  return cached.rates
}

/** The age counts from the start of the day of the rates. */
export const ratesAgeSeconds = () => Math.round((databaseClock.now().getTime() - Date.parse(cache().rates.date)) / 1000)

async function readRates(): Promise<Rates | undefined> {
  const rows = await query<Rates>(
    installation,
    sql`select base, to_char(date, 'YYYY-MM-DD') as date, rates, since from fx_rates where base = ${reference.base}`,
  )
  return rows[0]
}

export async function saveRates({ base, date, rates, since = {} }: Rates) {
  await query(
    installation,
    sql`
    insert into fx_rates (base, date, rates, since, fetched_at)
    values (${base}, ${date}::date, ${JSON.stringify(rates)}::jsonb, ${JSON.stringify(since)}::jsonb, now())
    on conflict (base) do update
    set date = excluded.date, rates = excluded.rates, since = excluded.since, fetched_at = excluded.fetched_at`,
  )
  cache().validUntil = 0
}
