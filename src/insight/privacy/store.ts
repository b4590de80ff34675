import type { Context } from "../../kit/db/context.ts"
import { query, readSnapshot } from "../../kit/db/query.ts"
import { readReport } from "../../kit/db/replica-reads.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { responseBody } from "../../kit/operation/idempotency.ts"
import { keptFields } from "../../kit/pure/redact.ts"
import { objectTables, openStates, register } from "./register.ts"
import type { OpenObject } from "./rules.ts"

/** The ids of everything that belongs to a contact, its own first. */
export async function findObjects({ tenant }: Context, contact: string): Promise<string[]> {
  const own = Object.entries(objectTables).map(([table, column]) => `select id from ${table} where tenant_id = $1 and ${column} = $2`)
  const text = `
    with own as (${own.join(" union all ")})
    select id from own
    union all select id from approval_requests where tenant_id = $1 and entity_id in (select id from own)
    union all select id from payment_splits where tenant_id = $1 and payment_intent_id in (select id from own)`
  const rows = await query<{ id: string }>([tenant.id], { name: "", text, values: [tenant.id, contact] })
  return [contact, ...rows.map(({ id }) => id)]
}

/** What must end before the contact can be erased. */
export async function findOpenObjects({ tenant }: Context, contact: string): Promise<OpenObject[]> {
  const counts = openStates.map(
    ({ table, where }, i) => `
    select ${i} as state, count(*)::int as n, min(id) as first from ${table} where tenant_id = $1 and contact_id = $2 and ${where}`,
  )
  const text = `select * from (${counts.join(" union all ")}) states where n > 0 order by state`
  const rows = await query<{ state: number; n: number; first: string }>([tenant.id], { name: "", text, values: [tenant.id, contact] })
  return rows.map(({ state, n, first }) => ({ noun: openStates[state]!.noun, n, first, advice: openStates[state]!.advice }))
}

/** What to search for. A pattern that matches nothing stands for an absent value. */
export type Traces = { ids: string[]; contact: string; emails: string[]; placeholder: string; always: string; names: string }
const tracesAsRow =
  "jsonb_to_recordset($1) as r(tenant_id text, ids text[], contact text, emails text[], placeholder text, always text, names text)"

const scrub = (column: string) => `regexp_replace(regexp_replace(t.${column}, r.always, '[erased]', 'gi'), r.names, '[erased]', 'g')`
const kept = `array[${keptFields.map(field => `'${field}'`).join(", ")}]`
const scrubJson = (column: string) =>
  column === "metadata" ? `${scrub(`${column}::text`)}::jsonb` : `scrub_json(t.${column}, r.always, r.names, ${kept})`
const names = (column: string) => `(t.${column} ~* r.always or t.${column} ~ r.names)`

/** One statement for each entry of the register. They run in sequence, because two may write the same table. */
const erasures = register.map(({ table, about, overwritten, texts = [], json = [], isDeleted, hasRevision, maxLengths = {} }) => {
  const isOwn = `t.tenant_id = r.tenant_id and ${about}`
  if (isDeleted) return writeStatement(`delete from ${table} t using ${tracesAsRow} where ${isOwn}`, { first: true })
  const changes = [
    ...Object.entries(overwritten ?? {}).map(([column, value]) => `${column} = ${value}`),
    ...texts.map(column => `${column} = ${column in maxLengths ? `left(${scrub(column)}, ${maxLengths[column]})` : scrub(column)}`),
    ...json.map(column => `${column} = ${scrubJson(column)}`),
    ...(hasRevision ? ["revision = t.revision + 1"] : []),
  ]
  const finds = [...texts.map(names), ...json.map(column => names(`${column}::text`))]
  const which = overwritten ? isOwn : `${isOwn} and (${finds.join(" or ")})`
  return writeStatement(`update ${table} t set ${changes.join(", ")} from ${tracesAsRow} where ${which}`, { first: true })
})

/** Overwrites what the register names. */
export function writeErasures({ tenant, write }: Context, traces: Traces) {
  for (const statement of erasures) write({ statement, row: { tenant_id: tenant.id, ...traces } })
}

type StoredText = { id: string; text: string }

/** Reads all rows of the tenant, so it uses a connection for reports. */
const readTexts = ({ tenant }: Context, text: string, values: unknown[]) =>
  readSnapshot([tenant.id], read => read<StoredText>({ name: "", text, values: [tenant.id, ...values] }))

/** The events of the contact's objects that name the contact or are its own. */
export const findEventTexts = (ctx: Context, { ids, contact, always, names: own }: Traces) =>
  readTexts(
    ctx,
    `select id, data as text from published_events
     where tenant_id = $1 and object_id = any ($2) and (object_id = $3 or data ~* $4 or data ~ $5)`,
    [ids, contact, always, own],
  )

/** The stored responses that name the contact. */
export const findResponseTexts = (ctx: Context, { contact, always }: Traces) =>
  readTexts(
    ctx,
    `select * from (
       select k.key as id, ${responseBody("k", "v")} as text
       from idempotency_keys k left join published_events v on v.tenant_id = k.tenant_id and v.id = k.event_id
       where k.tenant_id = $1
     ) r where strpos(text, $2) > 0 or text ~* $3`,
    [contact, always],
  )

const texts = "jsonb_to_recordset($1) as r(tenant_id text, id text, text text)"
const responseTexts = writeStatement(
  `update idempotency_keys t set body = r.text, event_id = null from ${texts} where t.tenant_id = r.tenant_id and t.key = r.id`,
  { first: true },
)
/** An endpoint may repeat in its response what it was sent. */
const answers = ["deliveries", "delivery_history"].map(table =>
  writeStatement(
    `update ${table} t set answer = null from jsonb_to_recordset($1) as r(tenant_id text, ids text[])
     where t.tenant_id = r.tenant_id and t.event_id = any (r.ids) and t.answer is not null`,
    { first: true },
  ),
)
/** A mail server names the address that it refuses. */
const jobErrors = writeStatement(
  `update jobs t set last_error = ${scrub("last_error")} from ${tracesAsRow} where t.tenant_id = r.tenant_id and ${names("last_error")}`,
  { first: true },
)

export function forgetAnswers({ tenant, write }: Context, events: readonly StoredText[]) {
  for (const statement of answers) write({ statement, row: { tenant_id: tenant.id, ids: events.map(({ id }) => id) } })
}

export function writeResponseTexts({ tenant, write }: Context, responses: readonly StoredText[]) {
  for (const row of responses) write({ statement: responseTexts, row: { tenant_id: tenant.id, ...row } })
}

export const writeJobErrors = ({ tenant, write }: Context, traces: Traces) =>
  write({ statement: jobErrors, row: { tenant_id: tenant.id, ...traces } })

/** The maximum for one table, so that an export stays a file that can be opened. */
export const maxExportedRows = 10_000

/** The rows of each table that are about the contact, by the name of the table. */
export async function readPersonalRows({ tenant }: Context, traces: Pick<Traces, "ids" | "contact" | "emails">) {
  const row = JSON.stringify([{ tenant_id: tenant.id, placeholder: "", always: "", names: "", ...traces }])
  const internal = ["tenant_id", "revision"]
  return readReport([tenant.id], async read => {
    const found: Record<string, Record<string, unknown>[]> = {}
    for (const { table, about, hidden = [] } of register.filter(each => each.table !== "metadata_entries")) {
      const text = `
        select to_jsonb(t) - $2::text[] as row from ${table} t, ${tracesAsRow}
        where t.tenant_id = r.tenant_id and ${about} limit ${maxExportedRows}`
      const rows = await read<{ row: Record<string, unknown> }>({ name: "", text, values: [row, [...internal, ...hidden]] })
      found[table] = [...(found[table] ?? []), ...rows.map(each => each.row)]
    }
    return found
  })
}
