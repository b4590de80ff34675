import { prepare } from "../../kit/db/query.ts"
import { exactNumber } from "../../kit/pure/exact-sums.ts"
import { customerFacts } from "./facts-store.ts"
import { intentsUndone } from "./history-store.ts"
import { compareSums, type Month, type Stored, total } from "./rules.ts"
import { intentSource, intentStates, tailStates } from "./states-store.ts"
import { firstAfter, type Read, readState, type Scope } from "./sums-store.ts"

/** What a contact paid for intents created in a month, and how many of them and how much it paid late. */
type CustomerMonth = { contact_id: string; month: Month; paid: bigint; late_count: bigint; late_amount: bigint }

/** Whether to list the contacts who paid most, or those who most often paid late. */
type Ranking = "paid" | "late"

/** Facts by month. $3 and $4 are the days, $5 is the currency. */
const byMonth = (states: string) =>
  prepare(`
  select f.contact_id, to_char(f.day, 'YYYY-MM') as month, sum(f.paid)::text as paid, sum(f.late_count)::text as late_count,
    sum(f.late_amount)::text as late_amount
  from (${customerFacts(states)}) f
  where f.day between $3::date and $4::date and f.currency = $5::text
  group by f.contact_id, to_char(f.day, 'YYYY-MM')`)

const since = { from: "$6::text" }
const unfolded = byMonth(tailStates(intentSource))
const undone = byMonth(intentsUndone(since))
const undoneOfTeam = byMonth(intentsUndone({ ...since, team: "$7::text" }))
const all = byMonth(intentStates())
const allOfTeam = byMonth(intentStates("$6::text"))

/** The customers of a currency with the largest figures, each with its months. Customers without figures are left out. */
export async function readCustomers(read: Read, scope: Scope, currency: string, ranking: Ranking, limit: number): Promise<Customer[]> {
  const changes = await readChanges(read, scope, currency)
  if (!scope.isRolledUp) return largest(customersOf(changes), ranking, limit)
  const changed = [...new Set(changes.map(each => each.contact_id))]
  const candidates = customersOf([...(await readMonths(read, scope, currency, changed)), ...changes])
  return findLargest(read, scope, { currency, ranking, limit }, candidates)
}

async function readChanges(read: Read, scope: Scope, currency: string): Promise<CustomerMonth[]> {
  const { tenant, timezone, from, to, team, hasAsOf, isRolledUp, hasChanges } = scope
  const values = [tenant, timezone, from, to, currency]
  const later = [...values, firstAfter(scope)]
  const statements = [
    ...(isRolledUp && hasChanges ? [{ ...unfolded, values }] : []),
    ...(isRolledUp ? [] : [team ? { ...allOfTeam, values: [...values, team] } : { ...all, values }]),
    ...(hasAsOf ? [team ? { ...undoneOfTeam, values: [...later, team] } : { ...undone, values: later }] : []),
  ]
  return (await Promise.all(statements.map(statement => read<Stored<CustomerMonth>>(statement)))).flat().map(toMonth)
}

const toMonth = ({ contact_id, month, paid, late_count, late_amount }: Stored<CustomerMonth>): CustomerMonth => ({
  contact_id,
  month,
  paid: BigInt(paid),
  late_count: BigInt(late_count),
  late_amount: BigInt(late_amount),
})

const monthsStatement = prepare(`
  select contact_id, to_char(day, 'YYYY-MM') as month, sum(paid)::text as paid, sum(late_count)::text as late_count,
    sum(late_amount)::text as late_amount
  from analytics_customer_days
  where tenant_id = $1 and currency = $2 and contact_id = any($3::text[]) and day between $4::date and $5::date
  group by contact_id, to_char(day, 'YYYY-MM')`)

async function readMonths(read: Read, { tenant, from, to }: Scope, currency: string, contacts: string[]): Promise<CustomerMonth[]> {
  if (contacts.length === 0) return []
  const values = [tenant, currency, contacts, from, to]
  return (await read<Stored<CustomerMonth>>({ ...monthsStatement, values })).map(toMonth)
}

export type Customer = { contact: string; months: CustomerMonth[]; paid: bigint; lateCount: bigint; lateAmount: bigint }

function customersOf(months: readonly CustomerMonth[]): Customer[] {
  return [...Map.groupBy(months, each => each.contact_id)].map(([contact, own]) => ({
    contact,
    months: own,
    paid: total(own, "paid"),
    lateCount: total(own, "late_count"),
    lateAmount: total(own, "late_amount"),
  }))
}

/** Compared in this order, the larger first. Equal customers sort by id. */
const rankOf: Record<Ranking, (customer: Customer) => [bigint, bigint]> = {
  paid: ({ paid }) => [paid, 0n],
  late: ({ lateCount, lateAmount }) => [lateCount, lateAmount],
}

function largest(customers: readonly Customer[], ranking: Ranking, limit: number): Customer[] {
  const ranked = customers.map(customer => ({ customer, rank: rankOf[ranking](customer) })).filter(({ rank }) => rank[0] > 0n)
  const sorted = ranked.toSorted(
    (a, b) => compareSums(b.rank[0], a.rank[0]) || compareSums(b.rank[1], a.rank[1]) || (a.customer.contact < b.customer.contact ? -1 : 1),
  )
  return sorted.slice(0, limit).map(({ customer }) => customer)
}

/**
 * Lists contacts by their figures over all days, largest first. These are at least as large as the figures in the range. Once they fall
 * below the smallest of the best found so far, no later contact can rank among the best.
 */
const nextStatements = {
  paid: prepare(`
  select contact_id, paid::text as first, '0' as second from analytics_customers
  where tenant_id = $1 and currency = $2 and paid > 0
    and paid <= $3::numeric and (paid < $3 or (0 = $4::numeric and contact_id > $5))
  order by paid desc, contact_id limit $6::int`),
  late: prepare(`
  select contact_id, late_count::text as first, late_amount::text as second from analytics_customers
  where tenant_id = $1 and currency = $2 and late_count > 0
    and late_count <= $3::bigint and (late_count < $3 or late_amount < $4::numeric or (late_amount = $4 and contact_id > $5))
  order by late_count desc, late_amount desc, contact_id limit $6::int`),
}

/** The figures are text, because a sum may exceed JavaScript's safe integers and rounding would skip contacts. */
type Bound = { contact_id: string; first: string; second: string }
const most: Record<Ranking, string> = { paid: "Infinity", late: "9223372036854775807" }
type Wanted = { currency: string; ranking: Ranking; limit: number }

/** `changed` are the customers whose roll-ups are not current, with their current figures. */
async function findLargest(read: Read, scope: Scope, wanted: Wanted, changed: Customer[]): Promise<Customer[]> {
  const { currency, ranking, limit } = wanted
  const isChanged = new Set(changed.map(customer => customer.contact))
  let best = largest(changed, ranking, limit)
  let after: Bound = { contact_id: "", first: most[ranking], second: "0" }
  for (let size = 2 * limit; ; size *= 2) {
    const values = [scope.tenant, currency, after.first, after.second, after.contact_id, size]
    const bounds = await read<Bound>({ ...nextStatements[ranking], values })
    const contacts = bounds.map(each => each.contact_id).filter(contact => !isChanged.has(contact))
    best = largest([...best, ...customersOf(await readMonths(read, scope, currency, contacts))], ranking, limit)
    if (bounds.length < size) return best
    after = bounds.at(-1)!
    const last = best[limit - 1]
    if (last && exceeds(rankOf[ranking](last), last.contact, after)) return best
  }
}

/** Whether no contact after this bound can rank before the last of the best. */
function exceeds([first, second]: [bigint, bigint], contact: string, bound: Bound): boolean {
  if (first !== BigInt(bound.first)) return first > BigInt(bound.first)
  if (second !== BigInt(bound.second)) return second > BigInt(bound.second)
  return contact <= bound.contact_id
}

/** What a contact has paid over all days, of its intents that are not canceled. $3 is the contact. */
const paidRolledUp = prepare(`
  select c.currency, c.paid::text from analytics_customers c
  where c.tenant_id = $1 and c.contact_id = $2 and c.currency in (select value from tallies where tenant_id = $1 and kind = 'receivable')`)
const paidIn = (states: string) =>
  prepare(`
  select f.currency, sum(f.paid)::text as paid from (${customerFacts(states)}) f where f.contact_id = $3::text group by f.currency`)
const paidUnfolded = paidIn(tailStates(intentSource))
const paidOfAll = paidIn(intentStates(undefined, "p.contact_id = $3::text"))

type Payer = { tenant: string; timezone: string; contact: string }

/** By currency. The receivable tallies name all currencies that can have figures, so that the key of the roll-ups finds the contact. */
export async function readPaidBy(read: Read, { tenant, timezone, contact }: Payer): Promise<Map<string, number>> {
  const { isReady, hasChanges } = await readState(read, tenant, timezone)
  const values = [tenant, timezone, contact]
  const statements = isReady
    ? [{ ...paidRolledUp, values: [tenant, contact] }, ...(hasChanges ? [{ ...paidUnfolded, values }] : [])]
    : [{ ...paidOfAll, values }]
  const rows = (await Promise.all(statements.map(each => read<{ currency: string; paid: string }>(each)))).flat()
  const byCurrency = Map.groupBy(rows, ({ currency }) => currency)
  const sums = [...byCurrency].map(([currency, own]) => [currency, own.reduce((all, { paid }) => all + BigInt(paid), 0n)] as const)
  // A contact whose payments were all taken back has a row in the roll-ups, and none without them.
  return new Map(sums.flatMap(([currency, paid]) => (paid === 0n ? [] : [[currency, exactNumber(paid)] as const])))
}
