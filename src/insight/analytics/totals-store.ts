import { customerFacts } from "./facts-store.ts"

export const sumColumns = "count, amount, paid, refunded, settled"
export const customerColumns = "paid, late_count, late_amount"

export const summed = (columns: string, row: string) =>
  columns
    .split(", ")
    .map(column => `sum(${row}.${column}) as ${column}`)
    .join(", ")
const isAny = (columns: string, row: string) =>
  `having ${columns
    .split(", ")
    .map(column => `sum(${row}.${column}) <> 0`)
    .join(" or ")}`

/** Facts by day and by month. They are added up by day first, which leaves few rows. */
export const byGrain = (facts: string) => `
    select d.kind, g.grain, g.at, d.currency, d.key, ${summed(sumColumns, "d")}
    from (
      select f.kind, f.at, f.currency, f.key, ${summed(sumColumns, "f")} from (${facts}) f group by f.kind, f.at, f.currency, f.key
    ) d
    cross join lateral (values ('day', d.at), ('month', date_trunc('month', d.at::timestamp)::date)) as g(grain, at)
    group by d.kind, g.grain, g.at, d.currency, d.key ${isAny(sumColumns, "d")}`

export const byCustomerDay = (states: string) => `
    select f.currency, f.contact_id, f.day, ${summed(customerColumns, "f")} from (${customerFacts(states)}) f
    group by f.currency, f.contact_id, f.day ${isAny(customerColumns, "f")}`

export const byCustomer = (days: string) => `
    select d.currency, d.contact_id, ${summed(customerColumns, "d")} from ${days} d
    group by d.currency, d.contact_id ${isAny(customerColumns, "d")}`
