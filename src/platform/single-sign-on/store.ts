import { boolean, insertInto, json, nullable, type Row, text, timestamptz } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { allTenants, query, sql } from "../../kit/db/query.ts"
import { writeStatement } from "../../kit/db/statements.ts"
import { audit } from "../../kit/events/audit.ts"
import { isoTimeOrNull } from "../../kit/pure/time.ts"
import { config } from "../../kit/service/config.ts"
import { isOutdated, seal, unseal } from "../../kit/service/crypto.ts"
import { callbackPath } from "./rules.ts"
import type { SingleSignOn } from "./schema.ts"

const columns = {
  tenant_id: text,
  issuer: text,
  client_id: text,
  client_secret: text,
  domains: json<string[]>(),
  default_role: text,
  asks_second_factor: boolean,
  only_except: nullable(text),
  created_at: timestamptz,
  updated_at: timestamptz,
}
export type ConnectionRow = Row<typeof columns>

export async function findConnection(tenant: string): Promise<ConnectionRow | undefined> {
  const [row] = await query<ConnectionRow>([tenant], sql`select * from sso_connections where tenant_id = ${tenant}`)
  return row
}

/** So that whoever changes the connection waits until this commit is over, and this one sees what was changed before. */
export const shareConnection = ({ tenant, lock }: Context) =>
  lock<ConnectionRow>(sql`select * from sso_connections where tenant_id = ${tenant.id} for share`)

export const lockConnection = ({ tenant, lock }: Context) =>
  lock<ConnectionRow>(sql`select * from sso_connections where tenant_id = ${tenant.id} for update`)

const assigned = Object.keys(columns).filter(column => column !== "tenant_id" && column !== "created_at")
const upserts = writeStatement(`
  ${insertInto("sso_connections", columns)}
  on conflict (tenant_id) do update set ${assigned.map(column => `${column} = excluded.${column}`).join(", ")}`)

type Content = Omit<ConnectionRow, "tenant_id" | "created_at" | "updated_at">

export function saveConnection(
  ctx: Context,
  before: ConnectionRow | undefined,
  content: Content,
  action: "connect" | "require" = "connect",
): ConnectionRow {
  const now = databaseClock.now()
  const row = { tenant_id: ctx.tenant.id, ...content, created_at: before?.created_at ?? now, updated_at: now }
  ctx.write({ statement: upserts, row })
  const entry = { action: `singleSignOn.${action}`, kind: "singleSignOn", id: ctx.tenant.id, after: audited(row) }
  audit(ctx, before ? { ...entry, before: audited(before) } : entry)
  return row
}

const deletes = writeStatement(`
  delete from sso_connections c using jsonb_to_recordset($1) as r(tenant_id text) where c.tenant_id = r.tenant_id`)

export function deleteConnection(ctx: Context, row: ConnectionRow) {
  ctx.write({ statement: deletes, row: { tenant_id: row.tenant_id } })
  audit(ctx, { action: "singleSignOn.disconnect", kind: "singleSignOn", id: row.tenant_id, before: audited(row) })
}

const audited = ({
  issuer,
  client_id: clientId,
  domains,
  default_role: defaultRole,
  asks_second_factor: asksSecondFactor,
  only_except: onlyExcept,
}: ConnectionRow) => ({
  issuer,
  clientId,
  domains,
  defaultRole,
  asksSecondFactor,
  ...(onlyExcept !== null && { onlyExcept }),
})

const identityColumns = { tenant_id: text, issuer: text, subject: text, user_id: text, created_at: timestamptz }
type Identity = Row<typeof identityColumns>
const identityInserts = writeStatement(insertInto("sso_identities", identityColumns))

/** Who a provider's name belongs to, and what the provider calls a user. The tenant must be locked. */
export async function findIdentities(ctx: Context, issuer: string, subject: string, user: string | undefined): Promise<Identity[]> {
  return query<Identity>(
    [ctx.tenant.id],
    sql`
    select * from sso_identities
    where tenant_id = ${ctx.tenant.id} and issuer = ${issuer} and (subject = ${subject} or user_id = ${user ?? ""})`,
  )
}

/** Whether anybody has ever signed in by this provider. */
export async function isProven({ tenant }: Context, issuer: string): Promise<boolean> {
  const rows = await query([tenant.id], sql`select 1 from sso_identities where tenant_id = ${tenant.id} and issuer = ${issuer} limit 1`)
  return rows.length > 0
}

export function insertIdentity(ctx: Context, { issuer, subject, user }: { issuer: string; subject: string; user: string }) {
  const row = { tenant_id: ctx.tenant.id, issuer, subject, user_id: user, created_at: databaseClock.now() }
  ctx.write({ statement: identityInserts, row })
  audit(ctx, { action: "singleSignOn.link", kind: "singleSignOn", id: user, after: { issuer, subject } })
}

export const sealClientSecret = (secret: string, tenant: string) => seal(secret, placeOf(tenant))
export const unsealClientSecret = ({ client_secret, tenant_id }: ConnectionRow) => unseal(client_secret, placeOf(tenant_id))
const placeOf = (tenant: string) => `${tenant} single sign-on`

/** Seals the secrets that an older SECRET_KEY sealed. */
export async function resealConnections(): Promise<number> {
  const rows = await query<ConnectionRow>(allTenants, sql`select * from sso_connections order by tenant_id`)
  const outdated = rows.filter(row => isOutdated(row.client_secret))
  for (const row of outdated) {
    const again = sealClientSecret(unsealClientSecret(row), row.tenant_id)
    await query(
      [row.tenant_id],
      sql`
      update sso_connections set client_secret = ${again} where tenant_id = ${row.tenant_id} and client_secret = ${row.client_secret}`,
    )
  }
  return outdated.length
}

export const signInUrlOf = ({ id }: Pick<Context["tenant"], "id">) => `${config.BASE_URL}/sign-in?tenant=${id}`

export const renderConnection = ({ tenant }: Pick<Context, "tenant">, row: ConnectionRow | undefined): SingleSignOn => ({
  connected: row !== undefined,
  issuer: row?.issuer ?? null,
  clientId: row?.client_id ?? null,
  domains: row?.domains ?? [],
  defaultRole: row?.default_role ?? null,
  asksSecondFactor: row?.asks_second_factor ?? false,
  redirectUri: config.BASE_URL + callbackPath,
  signInUrl: signInUrlOf(tenant),
  onlyExcept: row?.only_except ?? null,
  updatedAt: isoTimeOrNull(row?.updated_at ?? null),
})
