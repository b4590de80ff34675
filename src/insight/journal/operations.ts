import type { Context } from "../../kit/db/context.ts"
import { noInput, operation } from "../../kit/operation/operation.ts"
import { dayOf } from "../../kit/pure/calendar.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { fileOf } from "./files.ts"
import { linesOf, readBooks } from "./lines.ts"
import { periodOf, type PeriodQuery } from "./rules.ts"
import { Journal, JournalAccounts, JournalQuery, JournalTotals, NewJournalAccounts, TotalsQuery } from "./schema.ts"
import { readSettings, saveSettings } from "./settings-store.ts"
import { beginning, findPlace, readEntries } from "./store.ts"
import { totalsOf, unmappedIn } from "./totals.ts"

const periodFor = ({ now, tenant }: Context, query: PeriodQuery) => periodOf(query, dayOf(now, tenant.timezone))

export const journalOperations = [
  operation({
    route: "GET /v1/journal",
    label: "Get the journal",
    noun: "journal",
    summary: "Every movement of money as lines of double-entry bookkeeping, by day; also as a CSV, DATEV or QuickBooks file",
    needs: "journal.view",
    effect: "read",
    refuses: ["JRN-1001", "JRN-1002", "JRN-1003", "JRN-1004"],
    query: true,
    input: JournalQuery,
    output: Journal,
    async streamedFile(ctx, { format, ...query }) {
      if (format === "json") return undefined
      const period = periodFor(ctx, query)
      return fileOf(ctx, format, period, await readBooks(ctx, period))
    },
    async run(ctx, { limit, startingAfter, ...query }) {
      const period = periodFor(ctx, query)
      const after = startingAfter === undefined ? beginning : await findPlace(ctx, startingAfter)
      if (!after) throw invalidField("startingAfter", "must be `next` of the previous page")
      const [{ mappingAt }, found] = await Promise.all([readBooks(ctx, period), readEntries(ctx, period, after, limit + 1)])
      const page = found.slice(0, limit)
      return {
        from: period.from,
        to: period.to,
        timezone: ctx.tenant.timezone,
        lines: page.flatMap(entry => linesOf(entry, mappingAt(entry.booked_on))),
        next: found.length > limit ? page.at(-1)!.id : null,
      }
    },
  }),

  operation({
    route: "GET /v1/journal/totals",
    label: "Get the totals of the journal",
    noun: "journalTotals",
    summary: "The debits and credits of each account in a period, and the accounts that have no external account",
    needs: "journal.view",
    effect: "read",
    query: true,
    input: TotalsQuery,
    output: JournalTotals,
    async run(ctx, query) {
      const period = periodFor(ctx, query)
      const accounts = await totalsOf(ctx, period, await readBooks(ctx, period))
      return { from: period.from, to: period.to, timezone: ctx.tenant.timezone, accounts, unmapped: unmappedIn(accounts) }
    },
  }),

  operation({
    route: "GET /v1/journal/accounts",
    label: "Get the accounts of the journal",
    noun: "journalAccounts",
    summary: "Which account of your accounting program each account of the ledger is, and what a DATEV file says about you",
    needs: "journal.view",
    effect: "read",
    input: noInput,
    output: JournalAccounts,
    run: readSettings,
  }),

  operation({
    route: "POST /v1/journal/accounts",
    label: "Change the accounts of the journal",
    noun: "journalAccounts",
    summary: "Replace the accounts of your accounting program; months that are closed keep those they were closed with",
    needs: "journal.edit",
    effect: "change",
    input: NewJournalAccounts,
    output: JournalAccounts,
    subject: readSettings,
    run: (ctx, { accounts, datev }, before) =>
      saveSettings(ctx, { accounts: accounts ?? before.accounts, datev: { ...before.datev, ...omitUndefined(datev ?? {}) } }),
  }),
]
