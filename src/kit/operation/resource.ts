import type { ObjectColumns, ObjectRow, Row } from "../db/columns.ts"
import type { Context } from "../db/context.ts"
import { type ListConditions, type ListReferences, queryPage } from "../db/list-query.ts"
import type { RolledUp } from "../db/row-changes.ts"
import { table } from "../db/table.ts"
import { audit, changeOf } from "../events/audit.ts"
import { publish } from "../events/publish.ts"
import { generalProblem } from "../pure/errors.ts"
import type { ListQuery } from "../pure/filters.ts"
import { isId, newId, timeOf } from "../pure/id.ts"
import type { Page } from "../pure/page.ts"
import { isSameJson } from "../pure/same-json.ts"

/** The columns that a resource fills in itself. */
type Managed = "tenant_id" | "id" | "created_at" | "updated_at" | "version" | "revision"
type NewRow<R> = Omit<R, Managed> & { id?: string }
type Change<R> = Partial<Omit<R, Managed>>
/** A row as it was written, and as it was rendered for its event. */
type Written<R, O> = { row: R; object: O }

type Definition<C extends ObjectColumns, O> = {
  /** Its name in messages: "There is no payment intent … here". */
  noun: string
  /** The object as REST, events and the audit log show it. */
  render(row: Row<C>, ctx: Pick<Context, "tenant" | "now">): O
  /** Rows are counted by a column's values, or as a whole, so that lists know their exact count. */
  counted?: (keyof C & string) | true
  /** The columns that the roll-ups of reports are computed from. Each change records their old values. */
  rolledUp?: RolledUp<keyof C & string>
  /** The text that search compares. Objects with such a text are never removed. */
  searched?(row: ObjectRow<C>): string
  /** The column of a number such as PI-000123. Callers may use it instead of the id, in upper or lower case. */
  number?: keyof C & string
  /** Filters that take smart references, and how those are resolved. */
  references?: ListReferences
  /** Filters on other tables. */
  conditions?: ListConditions
} & (
  | { /** Every write publishes an event of this resource. */ publishes: string }
  | {
      /** Writes are audited, without events. */ audits: string
      /** The id of the object in whose activity the entries belong, if it is another one. */ auditedAs?(object: O): string
    }
)

/**
 * What every store of a resource needs: look-ups with their refusals, lists, and writes that end with their event and audit entry in the
 * same commit. A row is usually read without a lock; saving it is refused if it changed meanwhile, and the unit of work runs again.
 */
export function resource<const C extends ObjectColumns, O extends { _id: string; version?: number }>(
  name: string,
  columns: C,
  definition: Definition<C, O>,
) {
  const rows = table(name, columns, definition)
  return { ...readsOf(name, rows, definition), ...writesOf(rows, definition) }
}

type Rows<C extends ObjectColumns> = ReturnType<typeof table<C>>

function readsOf<const C extends ObjectColumns, O>(name: string, rows: Rows<C>, definition: Definition<C, O>) {
  type R = ObjectRow<C>
  const { noun, render, counted, number, references, conditions } = definition
  const findById = rows.findBy("id")
  const findByNumber = number && rows.findBy(number)
  const find = async (ctx: Pick<Context, "tenant">, reference: string): Promise<R | undefined> =>
    isId(reference) ? findById(ctx, reference) : findByNumber?.(ctx, reference.toUpperCase())
  const assertFound = (row: R | undefined, reference: string): R => {
    if (!row) throw generalProblem("GEN-1004", { kind: noun, reference })
    return row
  }
  const page = (ctx: Context, query: ListQuery): Promise<Page<R>> =>
    queryPage<R>(ctx, { from: name, counted, references, conditions }, query)

  return {
    find,
    findBy: rows.findBy,
    after: rows.after,
    page,
    assertFound,
    read: async (ctx: Pick<Context, "tenant">, reference: string): Promise<R> => assertFound(await find(ctx, reference), reference),
    /** An object that another one refers to. */
    async resolve(ctx: Context, reference: string): Promise<R> {
      const row = await find(ctx, reference)
      if (!row) throw generalProblem("SMR-1001", { kind: noun, reference })
      return row
    },
    /** A row that this request has read already need not be read twice. */
    async readForUpdate(ctx: Context, reference: string, known?: R): Promise<R> {
      const existing = known ?? (isId(reference) ? undefined : assertFound(await find(ctx, reference), reference))
      const id = existing?.id ?? reference
      const { tenant } = ctx
      const read = async () => existing ?? findById(ctx, id)
      return assertFound(await ctx.readForUpdate<R>(`${name} ${tenant.id} ${id}`, read, rows.forUpdate(tenant.id, id)), id)
    },
    async list(ctx: Context, query: ListQuery): Promise<Page<O>> {
      const { data, ...rest } = await page(ctx, query)
      return { data: data.map(row => render(row, ctx)), ...rest }
    },
  }
}

function writesOf<const C extends ObjectColumns, O extends Announced>(rows: Rows<C>, definition: Definition<C, O>) {
  type R = ObjectRow<C>
  const { render } = definition
  const announce = "publishes" in definition ? publisher(definition.publishes) : auditor(definition)

  return {
    insert(ctx: Context, fields: NewRow<R>): Written<R, O> {
      const id = (fields as { id?: string }).id ?? newId(ctx.now)
      const isNow = timeOf(id) === ctx.now.getTime() // the same Date object, by which a later save recognizes this unit of work
      const at = isNow ? ctx.now : new Date(timeOf(id)) // lists are sorted by it, so a wait for a lock must not make it later
      const managed = { tenant_id: ctx.tenant.id, created_at: at, updated_at: at, version: 1, revision: 1 }
      const row = { ...fields, ...managed, id } as unknown as R
      ctx.write(rows.insert(row))
      const object = render(row, ctx)
      announce(ctx, "create", object)
      return { row, object }
    },
    /** Writes nothing if nothing changes. */
    save(ctx: Context, before: R, change: Change<R>): Written<R, O> {
      if (!differs(before, change)) return { row: before, object: render(before, ctx) }
      const at = after(ctx, before.updated_at)
      const row = { ...before, ...change, updated_at: at.now, version: before.version + 1, revision: before.revision + 1 }
      ctx.write(rows.update(before, row))
      const object = render(row, at)
      announce(at, "update", object, render(before, ctx))
      return { row, object }
    },
    /** Saves without recording the old values in an event or an audit entry, for personal data that must be erased. */
    overwrite(ctx: Context, before: R, change: Change<R>): Written<R, O> {
      const at = after(ctx, before.updated_at)
      const row = { ...before, ...change, updated_at: at.now, version: before.version + 1, revision: before.revision + 1 }
      ctx.write(rows.update(before, row))
      const object = render(row, at)
      announce(at, "update", object)
      return { row, object }
    },
    /** Changes only what users do not see, and makes every unit of work that has read the row run again. */
    touch(ctx: Context, row: R, hidden: Change<R> = {}) {
      ctx.write(rows.update(row, { ...row, ...hidden, revision: row.revision + 1 }))
    },
    remove(ctx: Context, row: R) {
      ctx.write(rows.remove(row))
      announce(ctx, "delete", render(row, ctx))
    },
  }
}

/** The clocks of processes differ a little, but the times and event ids of one object must never go backwards. */
function after(ctx: Context, last: Date): Context {
  const isSameUnitOfWork = ctx.now === last // the Date object that its earlier write got
  if (isSameUnitOfWork || ctx.now > last) return ctx
  return { ...ctx, now: new Date(last.getTime() + 1) }
}

type Announced = { _id: string; version?: number }
type Announce<O extends Announced = Announced> = (ctx: Context, action: "create" | "update" | "delete", object: O, before?: O) => void

const publisher =
  (kind: string): Announce =>
  (ctx, action, object, before) =>
    publish(ctx, `${kind}.${action}`, object, before)

const auditor =
  <O extends Announced>({ audits, auditedAs = ({ _id }) => _id }: { audits: string; auditedAs?(object: O): string }): Announce<O> =>
  (ctx, action, object, before) =>
    audit(ctx, { ...changeOf(`${audits}.${action}`, object, before), id: auditedAs(object) })

function differs(before: object, change: object): boolean {
  const row = before as Record<string, unknown>
  return Object.entries(change).some(([column, value]) => !isSameJson(value, row[column]))
}
