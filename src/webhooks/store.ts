import { randomBytes } from "node:crypto"
import { audit } from "../kit/audit.ts"
import type { Context } from "../kit/context.ts"
import { seal, unseal } from "../kit/crypto.ts"
import { ask, sql } from "../kit/db.ts"
import type { ListQuery } from "../kit/filters.ts"
import { isId, newId } from "../kit/id.ts"
import { iso, isoOrNull } from "../kit/iso.ts"
import { lately } from "../kit/lately.ts"
import { page, type Source } from "../kit/page.ts"
import { Problem } from "../kit/problem.ts"
import { question } from "../kit/question.ts"
import { type RowOf, table } from "../kit/table.ts"
import { overlapMs } from "./rules.ts"
import type { Webhook } from "./schema.ts"

const source = { from: "webhook_endpoints" } as const satisfies Source
const endpoints = table("webhook_endpoints", {
  tenant_id: "text",
  id: "text",
  url: "text",
  events: "jsonb",
  description: "text",
  secret: "text",
  previous_secret: "text?",
  previous_until: "timestamptz?",
  older_secrets: "jsonb",
  status: "text",
  reason: "text?",
  failing_since: "timestamptz?",
  last_success_at: "timestamptz?",
  last_failure_at: "timestamptz?",
  metadata: "jsonb",
  created_at: "timestamptz",
  updated_at: "timestamptz",
  version: "int",
})
export type WebhookRow = Omit<RowOf<typeof endpoints>, "status"> & { status: Webhook["status"] }

const endpointById = question<{ tenant_id: string; id: string }, WebhookRow>(`
  select n, w.*
  from jsonb_to_recordset($1) as asked(n int, tenant_id text, id text)
  cross join lateral (select * from webhook_endpoints where tenant_id = asked.tenant_id and id = asked.id limit 1) w`)

export async function readWebhook({ tenant }: Context, id: string): Promise<WebhookRow> {
  return found(isId(id) ? await endpointById({ tenant_id: tenant.id, id }) : undefined, id)
}

export async function takeWebhook({ tenant, take }: Context, id: string): Promise<WebhookRow> {
  if (!isId(id)) return found(undefined, id)
  const lock = sql`select * from webhook_endpoints where tenant_id = ${tenant.id} and id = ${id} for update`
  return found(await take<WebhookRow>(`webhook ${tenant.id} ${id}`, () => endpointById({ tenant_id: tenant.id, id }), lock), id)
}

export async function countWebhooks({ tenant }: Context): Promise<number> {
  const [row] = await ask<{ n: number }>([tenant.id], sql`select count(*) as n from webhook_endpoints where tenant_id = ${tenant.id}`)
  return row!.n
}

/** One after the other, so that two who both see the last place do not both take it. */
export async function lockRoom({ tenant, lock }: Context): Promise<number> {
  await lock(sql`select id from tenants where id = ${tenant.id} for no key update`)
  const row = await lock<{ n: number }>(sql`select count(*) as n from webhook_endpoints where tenant_id = ${tenant.id}`)
  return row!.n
}

export async function listWebhooks(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<WebhookRow>(ctx, source, query)
  const counts = await discardedBy(ctx)
  return { data: data.map(row => shown(row, counts)), ...rest }
}

/** What each endpoint missed while it was not active. */
async function discardedBy({ tenant }: Context): Promise<Map<string, number>> {
  const rows = await ask<{ value: string; n: number }>(
    [tenant.id],
    sql`
    select value, sum(n)::bigint as n from tallies where tenant_id = ${tenant.id} and kind = 'discarded' group by value`,
  )
  return new Map(rows.map(({ value, n }) => [value, n]))
}

export const shownWebhook = async (ctx: Context, row: WebhookRow) => shown(row, await discardedBy(ctx))

type NewEndpoint = { url: string; events: string[]; description: string; metadata: Record<string, string>; secret?: string | undefined }

/** The secret leaves the house here; it is kept sealed. */
export function insertWebhook(ctx: Context, { secret = newSecret(), ...endpoint }: NewEndpoint): Webhook & { secret: string } {
  const id = newId(ctx.now)
  const row: WebhookRow = {
    ...endpoint,
    tenant_id: ctx.tenant.id,
    id,
    secret: seal(secret, placeOf(ctx.tenant.id, id)),
    previous_secret: null,
    previous_until: null,
    older_secrets: [],
    status: "active",
    reason: null,
    failing_since: null,
    last_success_at: null,
    last_failure_at: null,
    created_at: ctx.now,
    updated_at: ctx.now,
    version: 1,
  }
  ctx.write(endpoints.insert(row))
  audit(ctx, { action: "webhooks.create", kind: "webhooks", id, after: shown(row) })
  return { ...shown(row), secret }
}

export function saveWebhook(ctx: Context, before: WebhookRow, change: Partial<WebhookRow>): WebhookRow {
  const after = { ...before, ...change, updated_at: ctx.now, version: before.version + 1 }
  ctx.write(endpoints.update(before, after))
  audit(ctx, { action: "webhooks.update", kind: "webhooks", id: after.id, before: shown(before), after: shown(after) })
  return after
}

export function deleteWebhook(ctx: Context, row: WebhookRow) {
  ctx.write(endpoints.remove(row))
  audit(ctx, { action: "webhooks.delete", kind: "webhooks", id: row.id, before: shown(row) })
}

/** As the libraries of Standard Webhooks expect it: base64, not its variant for URLs. */
export const newSecret = () => `whsec_${randomBytes(24).toString("base64")}`
const sealedSecret = ({ tenant_id, id }: WebhookRow, secret: string) => seal(secret, placeOf(tenant_id, id))

type Secrets = Pick<WebhookRow, "secret" | "previous_secret" | "previous_until" | "older_secrets">
type Older = { secret: string; until: string }

/** What signs now: the current secret and, each for a day after its rotation, those before it, the latest first. */
export function secretsOf(row: Secrets & Pick<WebhookRow, "tenant_id" | "id">, now: Date): string[] {
  const place = placeOf(row.tenant_id, row.id)
  return [row.secret, ...replacedOf(row, now).map(({ secret }) => secret)].map(secret => opened(secret, place))
}

/** The secrets once another one takes the place of the current. */
export function rotated(row: WebhookRow, secret: string, now: Date): Secrets {
  return {
    secret: sealedSecret(row, secret),
    previous_secret: row.secret,
    previous_until: new Date(now.getTime() + overlapMs),
    older_secrets: replacedOf(row, now).slice(0, olderMost),
  }
}

/** Whoever rotates more often than this within a day has no receiver that knows the first of them. */
const olderMost = 5

function replacedOf({ previous_secret, previous_until, older_secrets }: Secrets, now: Date): Older[] {
  const previous = previous_secret !== null && previous_until !== null ? [{ secret: previous_secret, until: iso(previous_until) }] : []
  return [...previous, ...(older_secrets as Older[])].filter(({ until }) => new Date(until) > now)
}

/** The same few secrets sign one message after the other. */
const opened = lately(unseal)

const placeOf = (tenant: string, id: string) => `${tenant} webhook ${id}`

function found(row: WebhookRow | undefined, reference: string): WebhookRow {
  if (!row) throw new Problem("GEN-1004", { kind: "webhook", reference })
  return row
}

const shown = (row: WebhookRow, discarded = new Map<string, number>()): Webhook => ({
  _id: row.id,
  url: row.url,
  events: row.events as string[],
  description: row.description,
  status: row.status,
  reason: row.reason,
  failingSince: isoOrNull(row.failing_since),
  lastSuccessAt: isoOrNull(row.last_success_at),
  lastFailureAt: isoOrNull(row.last_failure_at),
  discarded: discarded.get(row.id) ?? 0,
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as Webhook["metadata"],
})
