import { json, type Row, text } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"

const columns = { tenant_id: text, method: text, currency: text, connections: json<string[]>() }
type OrderRow = Row<typeof columns>

/** Which connections serve which method and currency. Without a row the oldest connection serves it. */
export const findOrders = ({ tenant }: { tenant: Pick<Context["tenant"], "id"> }): Promise<OrderRow[]> =>
  query<OrderRow>([tenant.id], sql`select * from gateway_orders where tenant_id = ${tenant.id}`)

const saves = writeStatement(
  `insert into gateway_orders (tenant_id, method, currency, connections)
   select tenant_id, method, currency, connections
   from jsonb_to_recordset($1) as r(tenant_id text, method text, currency text, connections jsonb)
   on conflict (tenant_id, method, currency) do update set connections = excluded.connections`,
)
export const saveOrder = ({ tenant, write }: Context, order: Omit<OrderRow, "tenant_id">) =>
  write({ statement: saves, row: { tenant_id: tenant.id, ...order } })
