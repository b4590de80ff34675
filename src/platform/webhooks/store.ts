import { identity, json, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { newId } from "../../kit/pure/id.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { seal, unseal } from "../../kit/service/crypto.ts"
import { memoize } from "../../kit/service/memoize.ts"
import { lockTenant } from "../tenants/store.ts"
import { deleteHealth, insertHealth, readStatistics, restartHealth, type Statistics } from "./health-store.ts"
import { maskCredentials, secretOverlapMs } from "./rules.ts"
import type { Webhook } from "./schema.ts"
import { endpointStatuses } from "./values.ts"
import { newSecret } from "./sign.ts"

/** A sealed secret that was replaced, and until when it still signs. */
type ReplacedSecret = { secret: string; until: string }

const columns = {
  ...identity,
  url: text,
  events: json<string[]>(),
  description: text,
  secret: text,
  previous_secret: nullable(text),
  previous_until: nullable(timestamptz),
  older_secrets: json<ReplacedSecret[]>(),
  status: oneOf(endpointStatuses),
  reason: nullable(text),
  ...tracked,
}
export type WebhookRow = Row<typeof columns>

/** Rendered without statistics, because the audit log does not need them. */
const endpoints = resource("webhook_endpoints", columns, { noun: "webhook", audits: "webhooks", render: row => renderEndpoint(row) })
export const { find: findWebhook, read: readWebhook, readForUpdate: readWebhookForUpdate } = endpoints

export async function countWebhooks({ tenant }: Context): Promise<number> {
  const [row] = await query<{ n: number }>([tenant.id], sql`select count(*) as n from webhook_endpoints where tenant_id = ${tenant.id}`)
  return row!.n
}

/** Locks the tenant first, so that concurrent requests can't exceed the maximum together. */
export async function lockAndCountWebhooks(ctx: Context): Promise<number> {
  const { tenant, lock } = ctx
  await lockTenant(ctx)
  const row = await lock<{ n: number }>(sql`select count(*) as n from webhook_endpoints where tenant_id = ${tenant.id}`)
  return row!.n
}

export async function listWebhooks(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await endpoints.page(ctx, query)
  const statistics = await readStatistics(ctx)
  return { data: data.map(row => maskUnlessEditor(renderEndpoint(row, statistics.get(row.id)), ctx.caller)), ...rest }
}

export const renderWebhook = async (row: WebhookRow, ctx: Context): Promise<Webhook> =>
  maskUnlessEditor(renderEndpoint(row, (await readStatistics(ctx)).get(row.id)), ctx.caller)

/** Removes the credentials from the address for callers who may not edit webhooks. */
export const maskUnlessEditor = <T extends { url?: unknown }>(shown: T, { permissions }: Context["caller"]): T =>
  permissions.has("webhooks.edit") || typeof shown.url !== "string" ? shown : { ...shown, url: maskCredentials(shown.url) }

type NewEndpoint = Pick<WebhookRow, "url" | "events" | "description" | "metadata"> & { secret?: string | undefined }

/** The secret is returned here and stored sealed. */
export function insertWebhook(ctx: Context, { secret = newSecret(), ...endpoint }: NewEndpoint): Webhook & { secret: string } {
  const id = newId(ctx.now)
  const { object } = endpoints.insert(ctx, {
    ...endpoint,
    id,
    secret: seal(secret, sealPlace(ctx.tenant.id, id)),
    previous_secret: null,
    previous_until: null,
    older_secrets: [],
    status: "active",
    reason: null,
  })
  ctx.write(insertHealth({ tenant_id: ctx.tenant.id, endpoint_id: id }))
  return { ...object, secret }
}

type WebhookChange = Parameters<typeof endpoints.save>[2]
export const saveWebhook = (ctx: Context, before: WebhookRow, change: WebhookChange): WebhookRow => endpoints.save(ctx, before, change).row

export function enableWebhook(ctx: Context, before: WebhookRow): WebhookRow {
  ctx.write(restartHealth({ tenant_id: ctx.tenant.id, endpoint_id: before.id }))
  return saveWebhook(ctx, before, { status: "active", reason: null })
}

export function deleteWebhook(ctx: Context, row: WebhookRow) {
  endpoints.remove(ctx, row)
  ctx.write(deleteHealth({ tenant_id: ctx.tenant.id, endpoint_id: row.id }))
}

type Secrets = Pick<WebhookRow, "secret" | "previous_secret" | "previous_until" | "older_secrets">

/** The secrets that sign now: the current one, then those replaced within the last 24 hours, the latest first. */
export function secretsOf(row: Secrets & Pick<WebhookRow, "tenant_id" | "id">, now: Date): string[] {
  const place = sealPlace(row.tenant_id, row.id)
  return [row.secret, ...replacedSecrets(row, now).map(({ secret }) => secret)].map(secret => unsealMemoized(secret, place))
}

/** Returns the secrets of an endpoint with a new current one. */
export function rotateSecrets(row: WebhookRow, secret: string, now: Date): Secrets {
  return {
    secret: seal(secret, sealPlace(row.tenant_id, row.id)),
    previous_secret: row.secret,
    previous_until: new Date(now.getTime() + secretOverlapMs),
    older_secrets: replacedSecrets(row, now).slice(0, maxOlderSecrets),
  }
}

/** Seals again the secrets that still sign, and drops the others, because the key that sealed them may be gone. */
export function resealSecrets(ctx: Context, row: WebhookRow) {
  const place = sealPlace(row.tenant_id, row.id)
  const resealed = (stored: string) => seal(unseal(stored, place), place)
  const [previous, ...older] = replacedSecrets(row, ctx.now)
  endpoints.touch(ctx, row, {
    secret: resealed(row.secret),
    previous_secret: previous ? resealed(previous.secret) : null,
    previous_until: previous ? new Date(previous.until) : null,
    older_secrets: older.map(({ secret, until }) => ({ secret: resealed(secret), until })),
  })
}

/** Bounds the signatures of a message when secrets are rotated many times a day. */
const maxOlderSecrets = 5

function replacedSecrets({ previous_secret, previous_until, older_secrets }: Secrets, now: Date): ReplacedSecret[] {
  const previous = previous_secret !== null && previous_until !== null ? [{ secret: previous_secret, until: isoTime(previous_until) }] : []
  return [...previous, ...older_secrets].filter(({ until }) => new Date(until) > now)
}

/** Memoized, because the same few secrets sign many messages. */
const unsealMemoized = memoize(unseal)

const sealPlace = (tenant: string, id: string) => `${tenant} webhook ${id}`

function renderEndpoint(row: WebhookRow, statistics?: Statistics): Webhook {
  return {
    _id: row.id,
    url: row.url,
    events: row.events,
    description: row.description,
    status: row.status,
    reason: row.reason,
    failingSince: row.status === "active" ? isoTimeOrNull(statistics?.failing_since ?? null) : null,
    lastSuccessAt: isoTimeOrNull(statistics?.last_success_at ?? null),
    lastFailureAt: isoTimeOrNull(statistics?.last_failure_at ?? null),
    discarded: statistics?.discarded ?? 0,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
