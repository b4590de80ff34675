import { identity, int, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resource } from "../../kit/operation/resource.ts"
import { channels } from "../../kit/pure/caller.ts"
import { erased } from "../../kit/pure/redact.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { resolveContact } from "../../parties/contacts/store.ts"
import type { SavedCard } from "../gateways/saved-method-gateway.ts"
import { assertCanFollow, hasEnded } from "./rules.ts"
import type { SavedMethod } from "./schema.ts"
import { type SavedMethodStatus, savedMethodStatuses } from "./values.ts"

const columns = {
  ...identity,
  contact_id: text,
  method: text,
  gateway: text,
  connection_id: nullable(text),
  gateway_reference: nullable(text),
  brand: nullable(text),
  last4: nullable(text),
  expiry_month: nullable(int),
  expiry_year: nullable(int),
  transaction_id: text,
  consent_text: text,
  consent_channel: oneOf(channels),
  consent_address: text,
  consent_user_agent: text,
  consented_at: timestamptz,
  status: oneOf(savedMethodStatuses),
  ended_at: nullable(timestamptz),
  ...tracked,
}
export type SavedMethodRow = Row<typeof columns>

const savedMethods = resource("saved_methods", columns, {
  noun: "saved method",
  publishes: "savedMethods",
  counted: "status",
  references: { contact: resolveContact },
  render: renderSavedMethod,
})
export const {
  read: readSavedMethod,
  readForUpdate: readSavedMethodForUpdate,
  resolve: resolveSavedMethod,
  list: listSavedMethods,
} = savedMethods

type NewSavedMethod = Pick<SavedMethodRow, "contact_id" | "method" | "gateway" | "connection_id" | "transaction_id" | "consent_text">

/** Stores when, where and by which words the payer agreed, because the payer's bank may ask for proof. */
export const insertSavedMethod = (ctx: Context, fields: NewSavedMethod): SavedMethodRow =>
  savedMethods.insert(ctx, {
    ...fields,
    gateway_reference: null,
    ...noCard,
    consent_channel: ctx.origin.channel,
    consent_address: ctx.origin.address,
    consent_user_agent: (ctx.origin.userAgent ?? "").slice(0, 500),
    consented_at: ctx.now,
    status: "pending",
    ended_at: null,
    metadata: {},
  }).row

const noCard = { brand: null, last4: null, expiry_month: null, expiry_year: null }

/** What is left of a method whose payer was erased. */
export const erasedFields = { ...noCard, consent_text: erased, consent_address: erased, consent_user_agent: erased }

type Change = Partial<Pick<SavedMethodRow, keyof typeof erasedFields | "gateway_reference">>

export function saveSavedMethod(ctx: Context, before: SavedMethodRow, status: SavedMethodStatus, change: Change = {}): SavedMethodRow {
  assertCanFollow(before.status, status)
  return savedMethods.save(ctx, before, { ...change, status, ended_at: hasEnded(status) ? ctx.now : null }).row
}

export const activateSavedMethod = (ctx: Context, before: SavedMethodRow, card: SavedCard): SavedMethodRow =>
  saveSavedMethod(ctx, before, "active", {
    gateway_reference: card.reference,
    brand: card.brand,
    last4: card.last4,
    expiry_month: card.expiryMonth,
    expiry_year: card.expiryYear,
  })

/** Lets a charge and the end of its method see each other: when both commit at the same time, the second runs again. */
export const touchSavedMethod = (ctx: Context, row: SavedMethodRow, hidden: Change = {}) => savedMethods.touch(ctx, row, hidden)

/** The methods that a gateway names so. */
export const findByReference = ({ tenant }: Pick<Context, "tenant">, reference: string): Promise<SavedMethodRow[]> =>
  query<SavedMethodRow>(
    [tenant.id],
    sql`
    select * from saved_methods where tenant_id = ${tenant.id} and gateway_reference = ${reference} order by id`,
  )

/** Those of a contact that are charged, or will be once their payment has succeeded. */
export const findOpenByContact = ({ tenant }: Pick<Context, "tenant">, contact: string): Promise<SavedMethodRow[]> =>
  query<SavedMethodRow>(
    [tenant.id],
    sql`
    select * from saved_methods
    where tenant_id = ${tenant.id} and contact_id = ${contact} and status in ('pending', 'active', 'expired') order by id`,
  )

export function renderSavedMethod(row: SavedMethodRow): SavedMethod {
  return {
    _id: row.id,
    contact: row.contact_id,
    method: row.method,
    gateway: row.gateway,
    connection: row.connection_id,
    brand: row.brand,
    last4: row.last4,
    expiryMonth: row.expiry_month,
    expiryYear: row.expiry_year,
    status: row.status,
    transaction: row.transaction_id,
    consent: { text: row.consent_text, channel: row.consent_channel, at: isoTime(row.consented_at) },
    endedAt: isoTimeOrNull(row.ended_at),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
