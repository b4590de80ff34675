import type pg from "pg"

export type CatalogTable = {
  name: string
  columns: string[]
  /** Whether row-level security hides the rows of other tenants; the few tables without it hold what all tenants share. */
  isProtected: boolean
  /** The tables that its foreign keys refer to. */
  references: string[]
}

/** Every table of the service but the list of migrations, each after those that it refers to. Partitions belong to their parent. */
export async function readTables(client: pg.Client): Promise<CatalogTable[]> {
  const { rows } = await client.query<CatalogTable>(`
    select c.relname::text as name, c.relrowsecurity as "isProtected",
      array(
        select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum
      ) as columns,
      array(
        select f.relname::text from pg_constraint k join pg_class f on f.oid = k.confrelid
        where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid
      ) as "references"
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and c.relname not in ('migrations', 'restore_in_progress')
      and not exists (select 1 from pg_depend d where d.objid = c.oid and d.classid = 'pg_class'::regclass and d.deptype = 'e')
    order by c.relname`)
  return inOrder(rows)
}

function inOrder(tables: readonly CatalogTable[]): CatalogTable[] {
  const ordered: CatalogTable[] = []
  const isPlaced = (name: string) => ordered.some(table => table.name === name)
  while (ordered.length < tables.length) {
    const next = tables.filter(({ name, references }) => !isPlaced(name) && references.every(isPlaced))
    if (next.length === 0)
      throw new Error("tables refer to each other in a circle, so their rows can't be loaded one table after the other")
    ordered.push(...next)
  }
  return ordered
}

/** The partitions that the worker creates as time passes, without the default partitions that migrations create. */
export async function readPartitions(client: pg.Client): Promise<{ name: string; parent: string; bounds: string }[]> {
  const { rows } = await client.query<{ name: string; parent: string; bounds: string }>(`
    select c.relname::text as name, p.relname::text as parent, pg_get_expr(c.relpartbound, c.oid) as bounds
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relnamespace = current_schema()::regnamespace and c.relispartition and c.relkind = 'r'
      and pg_get_expr(c.relpartbound, c.oid) <> 'DEFAULT'
    order by c.relname`)
  return rows
}
