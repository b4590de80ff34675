import { identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { resource } from "../../kit/operation/resource.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { config } from "../../kit/service/config.ts"
import { assertCanFollow } from "./rules.ts"
import { type Check, connectionStatuses, type GatewayConnection, type OfferedMethod } from "./schema.ts"
import type { SealedCredentials, SealedSecret } from "./secrets.ts"

const columns = {
  ...identity,
  gateway: text,
  name: text,
  account_id: text,
  account_name: text,
  account_country: nullable(text),
  status: oneOf(connectionStatuses),
  credentials: json<SealedCredentials>(),
  event_secrets: json<SealedSecret[]>(),
  endpoint: nullable(text),
  methods: json<OfferedMethod[]>(),
  last_check: json<Check | null>(),
  last_event_at: nullable(timestamptz),
  ...tracked,
}
export type ConnectionRow = Row<typeof columns>

const connections = resource("gateway_connections", columns, {
  noun: "gateway connection",
  publishes: "gatewayConnections",
  render: renderConnection,
})
export const {
  find: findConnection,
  read: readConnection,
  readForUpdate: readConnectionForUpdate,
  resolve: resolveConnection,
  list: listConnections,
} = connections

type NewConnectionRow = Omit<ConnectionRow, "tenant_id" | "created_at" | "updated_at" | "version" | "revision" | "last_event_at">

export const insertConnection = (ctx: Context, row: NewConnectionRow): ConnectionRow =>
  connections.insert(ctx, { ...row, last_event_at: null }).row

type ConnectionRowChange = Parameters<typeof connections.save>[2]

export function saveConnection(ctx: Context, before: ConnectionRow, change: ConnectionRowChange): ConnectionRow {
  assertCanFollow(before.status, change.status ?? before.status)
  return connections.save(ctx, before, change).row
}

/** Changes what users do not see, such as how secrets are sealed. */
export const touchConnection = (ctx: Context, row: ConnectionRow, hidden: ConnectionRowChange = {}) => connections.touch(ctx, row, hidden)

/** All but the disconnected ones, the oldest first. */
export const findConnections = ({ tenant }: { tenant: Pick<Context["tenant"], "id"> }): Promise<ConnectionRow[]> =>
  query<ConnectionRow>(
    [tenant.id],
    sql`
    select * from gateway_connections where tenant_id = ${tenant.id} and status <> 'disconnected' order by id`,
  )

export async function findByAccount({ tenant }: Context, gateway: string, account: string): Promise<ConnectionRow | undefined> {
  const [row] = await query<ConnectionRow>(
    [tenant.id],
    sql`
    select * from gateway_connections
    where tenant_id = ${tenant.id} and gateway = ${gateway} and account_id = ${account} and status <> 'disconnected'`,
  )
  return row
}

/** Once a minute is often enough to see that messages arrive, and keeps concurrent ones from changing one row. */
const notes = writeStatement(
  `update gateway_connections c set last_event_at = r.at from jsonb_to_recordset($1) as r(tenant_id text, id text, at timestamptz)
   where c.tenant_id = r.tenant_id and c.id = r.id and (c.last_event_at is null or c.last_event_at < r.at - interval '1 minute')`,
)
export const noteMessage = ({ write, tenant, now }: Context, id: string) =>
  write({ statement: notes, row: { tenant_id: tenant.id, id, at: now } })

/** Where the provider sends its messages. */
export const eventsUrlOf = ({ gateway, id }: Pick<ConnectionRow, "gateway" | "id">) =>
  `${config.BASE_URL}/v1/gateways/${gateway}/events/${id}`

export function renderConnection(row: ConnectionRow, { tenant }: Pick<Context, "tenant">): GatewayConnection {
  return {
    _id: row.id,
    gateway: row.gateway,
    name: row.name,
    account: { id: row.account_id, name: row.account_name, country: row.account_country },
    mode: tenant.mode,
    status: row.status,
    credentials: Object.fromEntries(
      Object.entries(row.credentials).map(([field, { last4, fingerprint, setAt }]) => [field, { last4, fingerprint, setAt }]),
    ),
    methods: row.methods,
    eventsUrl: eventsUrlOf(row),
    lastEventAt: isoTimeOrNull(row.last_event_at),
    lastCheck: row.last_check,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
