import { prepare, type Query, type Statement } from "../../kit/db/query.ts"
import { firstIdAt } from "../../kit/pure/id.ts"
import { intentsUndone, transactionsUndone } from "./history-store.ts"
import { lastDay, monthOf, piecesOf, type Range, type Stored, type Sum } from "./rules.ts"
import { intentSource, intentStates, type Source, tailStates, transactionSource, transactionStates } from "./states-store.ts"

/** What a report is about. `hasAsOf`: the report is as of a given time, so later changes are undone. */
export type Scope = Range & {
  tenant: string
  timezone: string
  currency: string | null
  team: string | null
  asOf: Date
  hasAsOf: boolean
  /** The current day. Nothing was created after it. */
  today: string
  /** Whether the figures come from roll-ups: never for a team, and not while roll-ups are being built. */
  isRolledUp: boolean
  /** Whether there are changes that are not folded into the roll-ups yet. */
  hasChanges: boolean
}
export type Read = <Row extends object>(statement: Query) => Promise<Row[]>

export async function readState(read: Read, tenant: string, timezone: string): Promise<{ isReady: boolean; hasChanges: boolean }> {
  const [row] = await read<{ isReady: boolean; hasChanges: boolean }>({ ...stateStatement, values: [tenant, timezone] })
  return row!
}
const stateStatement = prepare(`
  select exists (select 1 from analytics_states where tenant_id = $1 and ready and timezone = $2) as "isReady",
    exists (select 1 from row_changes where tenant_id = $1) as "hasChanges"`)

/** By the day an intent was created, except `due`, which is by the day it falls due. */
type IntentKind = "intents" | "canceled" | "open" | "due" | "settled" | "services" | "taxes"
/** By the day the money arrived, except `transactions`, which is by the day they were created. */
type TransactionKind = "transactions" | "received" | "fx"

/** Filters facts. $3 are the kinds, $4 and $5 the days, $6 the currency. Slow states are computed once, as the table `states`. */
const filtered = (facts: string, states?: string) =>
  prepare(`${states ? `with states as materialized ${states}` : ""}
  select f.kind, f.at::text as at, f.currency, f.key, sum(f.count)::text as count, sum(f.amount)::text as amount,
    sum(f.paid)::text as paid, sum(f.refunded)::text as refunded, sum(f.settled)::text as settled
  from (${facts}) f
  where f.kind = any($3::text[]) and f.at between $4::date and $5::date and ($6::text is null or f.currency = $6)
  group by f.kind, f.at, f.currency, f.key`)

const since = { from: "$7::text" }
const sinceOfTeam = { ...since, team: "$8::text" }

const rolledUp = prepare(`
  select s.kind, s.at::text as at, s.currency, s.key, s.count::text, s.amount::text, s.paid::text, s.refunded::text,
    s.settled::text
  from unnest($3::text[], $4::date[], $5::date[]) as p(grain, first, last)
  join analytics_sums s on s.tenant_id = $1 and s.kind = any($2::text[]) and s.grain = p.grain and s.at between p.first and p.last
  where $6::text is null or s.currency = $6`)

type Texts = Record<"tail" | "all" | "allOfTeam" | "undone" | "undoneOfTeam", Statement>

const textsOf = (source: Source, all: typeof intentStates, undone: typeof intentsUndone): Texts => ({
  tail: filtered(source.facts("states"), tailStates(source)),
  all: filtered(source.facts(all())),
  allOfTeam: filtered(source.facts(all("$7::text"))),
  undone: filtered(source.facts("states"), undone(since)),
  undoneOfTeam: filtered(source.facts("states"), undone(sinceOfTeam)),
})
const intentTexts = textsOf(intentSource, intentStates, intentsUndone)
const transactionTexts = textsOf(transactionSource, transactionStates, transactionsUndone)

export const readIntentSums = (read: Read, scope: Scope, kinds: IntentKind[], grain?: "day") =>
  readSums(read, scope, kinds, intentTexts, grain)
export const readTransactionSums = (read: Read, scope: Scope, kinds: TransactionKind[], grain?: "day") =>
  readSums(read, scope, kinds, transactionTexts, grain)

/** Reads the roll-ups with the changes that are not folded yet, or all rows, without changes after `asOf`. */
async function readSums(read: Read, scope: Scope, kinds: string[], texts: Texts, grain?: "day"): Promise<Sum[]> {
  const { tenant, timezone, from, to, currency, team: ofTeam, hasAsOf } = scope
  const filter = [tenant, timezone, kinds, from, to, currency]
  const statement = (all: Statement, allOfTeam: Statement, values: unknown[]) =>
    ofTeam ? { ...allOfTeam, values: [...values, ofTeam] } : { ...all, values }
  const statements = [
    ...(scope.isRolledUp ? [rollUpsOf(scope, kinds, grain)] : [statement(texts.all, texts.allOfTeam, filter)]),
    ...(scope.isRolledUp && scope.hasChanges ? [{ ...texts.tail, values: filter }] : []),
    ...(hasAsOf ? [statement(texts.undone, texts.undoneOfTeam, [...filter, firstAfter(scope)])] : []),
  ]
  return (await Promise.all(statements.map(each => read<Stored<Sum>>(each)))).flat().map(toSum)
}

const toSum = ({ count, amount, paid, refunded, settled, ...rest }: Stored<Sum>): Sum => ({
  ...rest,
  count: BigInt(count),
  amount: BigInt(amount),
  paid: BigInt(paid),
  refunded: BigInt(refunded),
  settled: BigInt(settled),
})

/** The first id after `asOf`. */
export const firstAfter = ({ asOf }: Scope) => firstIdAt(asOf.getTime() + 1)

function rollUpsOf(scope: Scope, kinds: string[], grain?: "day"): Query {
  const { tenant, from, currency, today } = scope
  const isByCreation = kinds.every(kind => kind !== "due" && kind !== "received" && kind !== "fx")
  const to = isByCreation && scope.to >= today ? lastDay(monthOf(scope.to)) : scope.to // so that the last month is a whole one
  const pieces = grain === "day" ? [{ grain, from, to }] : piecesOf({ from, to })
  const values = [tenant, kinds, pieces.map(each => each.grain), pieces.map(each => each.from), pieces.map(each => each.to), currency]
  return { ...rolledUp, values }
}

/** What is open, and fell due on the day of `asOf` before that time. The kind `open` knows only the day. */
const dueToday = (states: string) =>
  prepare(`
  select o.currency, sum(o.sign)::text as count, sum(o.sign * (o.amount - o.paid))::text as amount
  from ${states} o
  where o.intent_type <> 'payment-plan' and not o.canceled and o.paid < o.amount
    and o.due_at <= $3::timestamptz and o.due_at >= ($4::date::timestamp at time zone $2)
    and (o.created_at at time zone $2)::date between $5::date and $6::date
  group by o.currency`)

const withinDay = "p.due_at <= $3::timestamptz and p.due_at >= ($4::date::timestamp at time zone $2)"
const dueTodayOfAll = dueToday(intentStates(undefined, withinDay))
const dueTodayOfTeam = dueToday(intentStates("$7::text", withinDay))
const dueTodayUndone = dueToday(intentsUndone(since))
const dueTodayUndoneOfTeam = dueToday(intentsUndone(sinceOfTeam))

export type DueToday = { currency: string; count: bigint; amount: bigint }

export async function readDueToday(read: Read, scope: Scope, day: string): Promise<DueToday[]> {
  const { tenant, timezone, asOf, from, to, team: ofTeam, hasAsOf } = scope
  const values = [tenant, timezone, asOf, day, from, to]
  const first = firstAfter(scope)
  const present = ofTeam ? { ...dueTodayOfTeam, values: [...values, ofTeam] } : { ...dueTodayOfAll, values }
  const undone = ofTeam
    ? { ...dueTodayUndoneOfTeam, values: [...values, first, ofTeam] }
    : { ...dueTodayUndone, values: [...values, first] }
  const rows = await Promise.all([present, ...(hasAsOf ? [undone] : [])].map(each => read<Stored<DueToday>>(each)))
  return rows.flat().map(row => ({ currency: row.currency, count: BigInt(row.count), amount: BigInt(row.amount) }))
}
