import type { Context } from "../../kit/db/context.ts"
import { operation } from "../../kit/operation/operation.ts"
import { assertExactSums } from "../../kit/pure/exact-sums.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { type ContactRow, readContact, renderContact } from "../../parties/contacts/store.ts"
import { type PartnershipRow, readPartnership } from "../../parties/partnerships/store.ts"
import { asKnownAt, assertExisted, assertPast } from "../../platform/audit/as-of.ts"
import { AsOfQuery } from "../../platform/audit/schema.ts"
import { readContactNames, readTimezone } from "../analytics/names-store.ts"
import { lateSince, receivablesTable } from "./rules.ts"
import { type Aged, ContactAccount, type Debtor, PartnershipAccount, Receivables, ReceivablesQuery } from "./schema.ts"
import { type Moment, readContactAccount, readPartnerAccount, readReceivables } from "./store.ts"

export const partyAccountOperations = [
  operation({
    route: "GET /v1/contacts/{id}/account",
    label: "Get what a contact owes",
    noun: "contactAccount",
    summary: "What a contact owes, how long it is late, what it has paid and its credit, by currency",
    needs: "paymentIntents.view",
    effect: "read",
    query: true,
    input: AsOfQuery,
    output: ContactAccount,
    subject: readContact,
    run: (ctx, { asOf }, contact) => contactAccount(ctx, contact, asOf),
  }),

  operation({
    route: "GET /v1/partnerships/{id}/account",
    label: "Get what a partnership is owed",
    noun: "partnershipAccount",
    summary: "What a partner is owed, what can be paid out now, what is in payouts and what was paid, by currency",
    needs: "splits.view",
    effect: "read",
    refuses: ["SMR-1002"],
    query: true,
    input: AsOfQuery,
    output: PartnershipAccount,
    subject: readPartnership,
    run: (ctx, { asOf }, partner) => partnershipAccount(ctx, partner, asOf),
  }),

  operation({
    route: "GET /v1/analytics/receivables",
    label: "Report on aged receivables",
    noun: "receivables",
    summary: "What contacts owe and how long they are late, in all and for each, by currency in whole minor units",
    needs: "analytics.view",
    effect: "read",
    query: true,
    input: ReceivablesQuery,
    output: Receivables,
    csv: receivablesTable,
    run: async (ctx, { currency = null, lateMoreThan, asOf }) => {
      const moment = await momentOf(ctx, asOf)
      const before = lateMoreThan === undefined ? null : lateSince(moment.at, lateMoreThan, moment.timezone)
      const parts = await readReceivables(ctx, { currency, before }, moment)
      const byCurrency = Object.fromEntries(
        await Promise.all(
          parts.map(
            async ({ currency: each, contacts, ...sums }) => [each, { ...sums, contacts: await withNames(ctx, contacts, asOf) }] as const,
          ),
        ),
      )
      return assertExactSums({ asOf: isoTime(moment.at), timezone: moment.timezone, byCurrency })
    },
  }),
]

/** Now, or the time that was asked for. Days are those of the time zone of then. */
async function momentOf({ tenant, now }: Context, asOf: Date | undefined): Promise<Moment> {
  if (asOf === undefined) return { at: now, timezone: tenant.timezone, isPast: false }
  assertPast({ now }, asOf)
  return { at: asOf, timezone: await readTimezone(tenant.id, asOf), isPast: true }
}

const nothing: Aged = {
  owed: 0,
  notDue: 0,
  late: 0,
  late0to30: 0,
  late31to60: 0,
  late61to90: 0,
  lateOver90: 0,
  openCount: 0,
  lateCount: 0,
  oldestDueAt: null,
}

async function contactAccount(ctx: Context, row: ContactRow, asOf: Date | undefined): Promise<ContactAccount> {
  const now = renderContact(row)
  const { credit } = asOf === undefined ? now : await asKnownAt(ctx, { noun: "contact", audits: "contacts" }, now, asOf)
  const moment = await momentOf(ctx, asOf)
  const { aged, paid } = await readContactAccount(ctx, row.id, moment)
  const currencies = [...new Set([...aged.keys(), ...paid.keys(), ...Object.keys(credit)])].sort()
  const byCurrency = Object.fromEntries(
    currencies.map(each => [each, { ...(aged.get(each) ?? nothing), paid: paid.get(each) ?? 0, credit: credit[each] ?? 0 }]),
  )
  return assertExactSums({ contact: row.id, asOf: isoTime(moment.at), timezone: moment.timezone, byCurrency })
}

async function partnershipAccount(ctx: Context, row: PartnershipRow, asOf: Date | undefined): Promise<PartnershipAccount> {
  const moment = await momentOf(ctx, asOf)
  if (asOf !== undefined) assertExisted("partnership", { _id: row.id, createdAt: isoTime(row.created_at) }, asOf)
  const parts = await readPartnerAccount(ctx, row.id, moment)
  const byCurrency = Object.fromEntries(parts.map(({ currency, next, ...figures }) => [currency, { ...figures, nextPayout: next }]))
  return assertExactSums({ partnership: row.id, asOf: isoTime(moment.at), byCurrency })
}

/** People open the CSV, so it has names, for those who may see contacts. The response filter removes them from the JSON. */
async function withNames(ctx: Context, contacts: readonly Debtor[], asOf: Date | undefined): Promise<Debtor[]> {
  if (!ctx.caller.permissions.has("contacts.view")) return [...contacts]
  const names = await readContactNames(
    ctx.tenant.id,
    contacts.map(({ contact }) => contact),
    asOf,
  )
  return contacts.map(each => {
    const { email = null, profile } = names.get(each.contact) ?? {}
    return { ...each, contactName: [profile?.firstName, profile?.lastName].filter(Boolean).join(" ") || null, contactEmail: email }
  })
}
