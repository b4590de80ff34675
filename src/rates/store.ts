import { isDeepStrictEqual } from "node:util"
import { ask, everyone, sql } from "../kit/db.ts"
import { log } from "../kit/log.ts"
import type { Rates } from "./fx.ts"
import reference from "./reference.json" with { type: "json" }

/** How long a process believes what it last read. */
const keptMs = 10_000

/** The rates that ship, until fresher ones are in the database. */
let known: Rates = reference
let until = 0

/** The same for all processes within seconds. While the database is away, what is known is good enough. */
export async function currentRates(): Promise<Rates> {
  if (performance.now() < until) return known
  until = performance.now() + keptMs // set first: one asks, the others go on
  try {
    const stored = await readRates()
    if (stored && stored.date >= reference.date && !isDeepStrictEqual(stored, known)) known = stored // what was made of them is kept with them
  } catch (error) {
    log.warn({ error }, "the exchange rates could not be read; the last known ones go on")
  }
  return known
}

/** How old they are, in seconds, counted from the start of their day. */
export const ageS = () => Math.round((Date.now() - Date.parse(known.date)) / 1000)

async function readRates(): Promise<Rates | undefined> {
  const rows = await ask<Rates>(
    everyone,
    sql`select base, to_char(date, 'YYYY-MM-DD') as date, rates from fx_rates where base = ${reference.base}`,
  )
  return rows[0]
}

export async function saveRates({ base, date, rates }: Rates) {
  await ask(
    everyone,
    sql`
    insert into fx_rates (base, date, rates, fetched_at)
    values (${base}, ${date}::date, ${JSON.stringify(rates)}::jsonb, now())
    on conflict (base) do update set date = excluded.date, rates = excluded.rates, fetched_at = excluded.fetched_at`,
  )
  until = 0
}
