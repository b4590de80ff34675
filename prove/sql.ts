/** What answers questions in SQL: a connection, or those to all cells at once. */
export type Database = { query<Row extends object>(text: string): Promise<{ rows: Row[] }> }

/** Asks each database and joins the rows. A tenant is in one of them only, so what is asked by tenant is answered as if there were one. */
export const joined = (databases: readonly Database[]): Database => ({
  async query<Row extends object>(text: string) {
    const answers = await Promise.all(databases.map(database => database.query<Row>(text)))
    return { rows: answers.flatMap(({ rows }) => rows) }
  },
})

/**
 * What must hold in the database after everything that can happen. `sql` returns the objects that break the rule, each with what is wrong.
 * The queries are written from the meaning of the tables and share nothing with the code of the service: its own report, GET
 * /v1/ledger/verify, would repeat its mistakes.
 */
export type Rule = { name: string; sql: string }
/** Each posting by itself; `n` is credit less debit. */
export const postings = `postings as (
  select e.tenant_id, e.id, e.kind, e.currency, e.source_type, e.source_id, split_part(p.account, ':', 1) as class,
    split_part(p.account, ':', 2) as owner, p.debit, p.credit, p.credit - p.debit as n
  from ledger_entries e cross join lateral jsonb_to_recordset(e.postings) as p(account text, debit bigint, credit bigint))`

/** The credit less the debit of a class of accounts, by its owner. */
export const balanceOf = (className: string) =>
  `(select coalesce(sum(p.n), 0) from postings p where p.tenant_id = o.tenant_id and p.class = '${className}' and p.owner = o.id)`

/** How many entries of a kind an object has. */
export const entries = (kind: string) =>
  `(select count(*) from ledger_entries e where e.tenant_id = o.tenant_id and e.source_id = o.id and e.kind = '${kind}')`

/** Objects of a table in which two expressions differ, or a condition does not hold. */
export const differing = (table: string, what: string, expected: string, found: string, where = "true") => `
  with ${postings}, o as materialized (select * from ${table} where ${where})
  select o.tenant_id, o.id as object, '${what} is ' || coalesce((${found})::text, 'nothing') || ', but should be ' ||
    coalesce((${expected})::text, 'nothing') as what
  from o where (${found}) is distinct from (${expected})`
