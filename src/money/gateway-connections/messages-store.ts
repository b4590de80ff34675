import { appendOnly } from "../../kit/db/append-only.ts"
import { nullable, oneOf, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { deleteOld } from "../../kit/db/delete-old.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { newId } from "../../kit/pure/id.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { Hint } from "../gateways/provider.ts"
import { messageStatuses } from "./schema.ts"
import type { ConnectionRow } from "./store.ts"

const columns = {
  tenant_id: text,
  id: text,
  connection_id: text,
  message_id: text,
  type: text,
  reference: text,
  status: oneOf(messageStatuses),
  effect: nullable(text),
  received_at: timestamptz,
}
type MessageRow = Row<typeof columns>

const messages = appendOnly("gateway_messages", columns)

export async function findMessage(tenant: string, connection: string, id: string): Promise<MessageRow | undefined> {
  const [row] = await query<MessageRow>(
    [tenant],
    sql`
    select * from gateway_messages where tenant_id = ${tenant} and connection_id = ${connection} and message_id = ${id}`,
  )
  return row
}

/** A concurrent duplicate violates the unique index, runs again and finds the message. */
export function insertMessage(ctx: Context, connection: string, { id, type, reference }: Hint): MessageRow {
  const keys = { tenant_id: ctx.tenant.id, id: newId(ctx.now), connection_id: connection, message_id: id }
  const row: MessageRow = { ...keys, type, reference, status: "pending", effect: null, received_at: ctx.now }
  ctx.write(messages.insert(row))
  return row
}

const ends = writeStatement(
  `update gateway_messages m set status = r.status, effect = r.effect
   from jsonb_to_recordset($1) as r(tenant_id text, id text, status text, effect text)
   where m.tenant_id = r.tenant_id and m.id = r.id`,
)

/** In one commit with the last of its effects. Without one it was about nothing of ours. */
export function endMessage({ tenant, write }: Context, { id }: MessageRow, effects: readonly string[]) {
  const status = effects.length === 0 ? "ignored" : "applied"
  write({ statement: ends, row: { tenant_id: tenant.id, id, status, effect: effects.join(", ").slice(0, 500) || null } })
}

export async function listMessages(ctx: Context, list: ListQuery, { id }: ConnectionRow) {
  const ofConnection = { field: "connection", column: "connection_id", operator: "eq" as const, values: [id] }
  const { data, ...rest } = await queryPage<MessageRow>(
    ctx,
    { from: "gateway_messages" },
    { ...list, where: [...list.where, ofConnection] },
  )
  return { data: data.map(renderMessage), ...rest }
}

const renderMessage = ({ message_id, type, reference, status, effect, received_at }: MessageRow) => ({
  _id: message_id,
  type,
  reference,
  status,
  effect,
  receivedAt: isoTime(received_at),
})

/** Contract: what was ignored is kept for 30 days. What was applied is no longer needed either: the objects have its effect. */
const keptDays = 30
export const deleteOldMessages = () => deleteOld(keptDays, { table: "gateway_messages", since: "received_at" })
