import { z } from "zod"
import { Approval } from "../../control/approvals/schema.ts"
import { Amount, common, Currency, Id, text, Total, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { isMonth } from "../../kit/pure/months.ts"
import { entryKinds } from "../../money/ledger/schema.ts"
import { dayBoundsRule, isDay, isDayWithinBounds } from "../analytics/rules.ts"
import { closeStatuses, formats } from "./values.ts"

const dayForm = { format: "date", example: "2026-10-31" }
const Day = z
  .string()
  .refine(isDay, { error: "must be a date such as 2026-10-31", abort: true })
  .refine(isDayWithinBounds, dayBoundsRule)
  .meta(dayForm)
const Month = z.string().refine(isMonth, "must be a month such as 2026-10").meta({ example: "2026-10" })

const account = z.string().meta({ description: "The account of the ledger", example: "cash:own" })
const externalAccount = z
  .string()
  .nullable()
  .meta({ description: "Its account in your accounting program; null where it is not mapped", example: "1200" })

export const JournalLine = z
  .object({
    date: z.string().meta({ ...dayForm, description: "The day on which it is booked, by the tenant's calendar" }),
    factDate: z
      .string()
      .nullable()
      .meta({ ...dayForm, description: "Its own day, where that lies in a month that was closed before it became known" }),
    entry: Id.meta({ description: "The ledger entry; its lines balance" }),
    kind: z.enum(entryKinds),
    account,
    externalAccount,
    debit: Amount,
    credit: Amount,
    currency: Currency,
    objectType: z.string().meta({ example: "transaction" }),
    object: z.string().meta({ description: "The id of the object that caused it" }),
    text: z.string().meta({ example: "Payment 12 of PI-000003" }),
  })
  .meta({ id: "JournalLine" })
export type JournalLine = z.output<typeof JournalLine>

const period = {
  from: Day.optional().meta({
    ...dayForm,
    description: "The first day, in the tenant's time zone; by default the first of the month of `to`",
  }),
  to: Day.optional().meta({ ...dayForm, description: "The last day, inclusive; by default today" }),
  currency: Currency.optional().meta({ description: "Only this one" }),
}

export const JournalQuery = z.object({
  ...period,
  format: z.enum(formats).default("json").meta({ description: "A file instead of JSON; Accept: text/csv asks for csv" }),
  limit: z.int().min(1).max(100).default(25).meta({ description: "Entries on a page of JSON, 1 to 100, each with all of its lines" }),
  startingAfter: Id.optional().meta({ description: "`next` of the previous page" }),
})

export const Journal = z
  .object({
    from: z.string().meta(dayForm),
    to: z.string().meta(dayForm),
    timezone: z.string(),
    lines: z.array(JournalLine),
    next: Id.nullable().meta({ description: "null on the last page; otherwise send it as startingAfter" }),
  })
  .meta({ id: "Journal" })

const AccountTotal = z.object({
  account: account.meta({ description: "An account of the ledger, or a class of them", example: "cash:*" }),
  externalAccount,
  name: z.string().nullable(),
  currency: Currency,
  debit: Total,
  credit: Total,
})
export type AccountTotal = z.output<typeof AccountTotal>

export const TotalsQuery = z.object(period)
export const JournalTotals = z
  .object({
    from: z.string().meta(dayForm),
    to: z.string().meta(dayForm),
    timezone: z.string(),
    accounts: z.array(AccountTotal),
    unmapped: z.array(z.string()).meta({ description: "The accounts without an external account" }),
  })
  .meta({ id: "JournalTotals" })

/** An account such as cash:own, or a class of them such as cash:*. */
const accountPattern = /^[a-z][a-z-]*:(?:\*|[^\s*]+)$/

const AccountMapping = z.object({
  account: z
    .string()
    .max(100, "must have at most 100 characters")
    .regex(accountPattern, "must be an account such as cash:own, or a class of them such as cash:*")
    .meta({ description: "An account of the ledger, or a class of them; an account wins over its class", example: "cash:*" }),
  externalAccount: text(60, 1)
    .regex(/^[^\t\r\n";]+$/, "must be without tabs, line breaks, quotes and semicolons")
    .meta({ example: "1200" }),
  name: text(100).default("").meta({ example: "Bank" }),
})
export type AccountMapping = z.output<typeof AccountMapping>

const Datev = z
  .object({
    consultant: z.int().min(1001).max(9_999_999).meta({ description: "Beraternummer" }),
    client: z.int().min(1).max(99_999).meta({ description: "Mandantennummer" }),
    accountLength: z.int().min(4).max(8).meta({ description: "Digits of an account number" }),
    fiscalYearStart: z.int().min(1).max(12).meta({ description: "The month in which the fiscal year begins" }),
  })
  .meta({ description: "What the header of a DATEV file says" })
export type Datev = z.output<typeof Datev>

const maxAccounts = 500

export const JournalAccounts = z
  .object({
    accounts: z.array(AccountMapping),
    datev: Datev,
    isDefault: z.boolean().meta({ description: "Nobody has changed the accounts of the chart SKR 03 that a tenant begins with" }),
    version: Version,
  })
  .meta({ id: "JournalAccounts" })

export const NewJournalAccounts = z
  .object({
    accounts: z
      .array(AccountMapping)
      .max(maxAccounts, `must have at most ${maxAccounts} entries`)
      .refine(all => new Set(all.map(each => each.account)).size === all.length, "must name each account once"),
    datev: Datev.partial(),
  })
  .partial()
  .meta({ example: { accounts: [{ account: "cash:own", externalAccount: "1200", name: "Bank" }] } })

const CloseTotal = z.object({ currency: Currency, debit: Total, credit: Total })
export type CloseTotal = z.output<typeof CloseTotal>

export const JournalClose = z
  .object({
    _id: Id,
    month: z.string().meta({ example: "2026-10" }),
    status: z.enum(closeStatuses).meta({
      description:
        "closing: no entry is added any more, and the totals follow in seconds; reopening: waits for the approval of a second person",
    }),
    lines: z.int().nullable(),
    totals: z.array(CloseTotal).nullable(),
    sha256: z.string().nullable().meta({ description: "Of the bytes of the month's CSV export" }),
    accounts: z.array(AccountMapping).meta({ description: "The accounts with which it was closed; its files use them for good" }),
    closedBy: z.string(),
    closedAt: UtcTimestamp,
    approval: Approval,
    reopening: z
      .object({ requestedBy: z.string(), reason: z.string(), approvedBy: z.string().nullable(), reopenedAt: UtcTimestamp.nullable() })
      .nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "JournalClose" })
export type JournalClose = z.output<typeof JournalClose>

export const NewClose = z
  .object({ month: Month.meta({ description: "Earlier months that are open are closed with it", example: "2026-10" }) })
  .meta({ example: { month: "2026-10" } })
export const Reopening = z.object({ reason: text(500, 1) }).meta({ example: { reason: "An invoice was booked to the wrong partner" } })

export const closeFilters = {
  month: by.text("month"),
  status: by.oneOf("status", closeStatuses),
  closedBy: by.text("closed_by"),
  closedAt: by.time("closed_at"),
  ...commonFilters,
}
