import { z } from "zod"
import { Amount, Currency, Id, Total, UtcTimestamp } from "../../kit/pure/fields.ts"
import { by } from "../../kit/pure/filters.ts"

export const entryKinds = [
  "charge",
  "charge-undone",
  "charge-again",
  "reversal",
  "transfer",
  "allocation",
  "split",
  "split-reversal",
  "refund",
  "refund-failure",
  "settlement",
  "payout-reserve",
  "payout",
  "payout-undone",
  "payout-again",
  "payout-release",
  "payout-return",
  "payout-exchange",
  "dispute",
  "dispute-won",
  "dispute-lost",
  "dispute-fee",
  "withdrawal",
  "withdrawal-return",
] as const
export type EntryKind = (typeof entryKinds)[number]

/** An account is its class and its owner: `cash:simulator`, `received:<intent>`, `payable:<partnership>`, `credit:<contact>`. */
export const Posting = z.object({ account: z.string(), debit: Amount, credit: Amount })
export type Posting = z.output<typeof Posting>

export const LedgerEntry = z
  .object({
    _id: Id,
    kind: z.enum(entryKinds),
    source: z.object({ type: z.string(), id: z.string() }),
    currency: Currency,
    effectiveAt: UtcTimestamp,
    date: z.string().meta({ description: "The day on which it is booked, by the tenant's calendar", example: "2026-10-31" }),
    factDate: z
      .string()
      .nullable()
      .meta({ description: "Its own day, where that lies in a month that was closed before it became known", example: "2026-09-30" }),
    postings: z.array(Posting),
    createdAt: UtcTimestamp,
  })
  .meta({ id: "LedgerEntry" })
export type LedgerEntry = z.output<typeof LedgerEntry>

export const ledgerFilters = {
  _id: by.text("id"),
  kind: by.oneOf("kind", entryKinds),
  source: by.text("source_id"),
  currency: by.currency("currency"),
  effectiveAt: by.time("effective_at"),
  date: by.text("booked_on"),
  createdAt: by.time("created_at", true),
}

export const Balance = z
  .object({
    currency: Currency,
    available: Total.meta({ description: "Collected, less gateways' fees, what is owed to partners and contacts and what is reserved" }),
    pending: Total.meta({ description: "Payments in progress" }),
    reserved: Total.meta({ description: "Set aside for payouts that are not sent yet, and for open disputes" }),
    payable: Total.meta({ description: "Owed to partners" }),
    owing: Total.meta({
      description: "Owed by partners, for payments that were taken back after they were paid out; their next payouts net it",
    }),
    fees: Total.meta({ description: "What gateways kept of charges and took for refunds, disputes and payouts; available is after fees" }),
    receivable: Total.meta({ description: "What payers still owe" }),
  })
  .meta({ id: "Balance" })
export type Balance = z.output<typeof Balance>

export const balanceFilters = { currency: by.currency("currency"), asOf: by.moment }

export const LedgerReport = z
  .object({
    ok: z.boolean(),
    checked: z.int().meta({
      description:
        "How many entries, payment intents, transactions, refund intents, disputes, contacts with credit, bank transfers, payouts and " +
        "splits were checked",
    }),
    differences: z.array(z.object({ object: z.string(), what: z.string(), expected: z.string(), found: z.string() })),
  })
  .meta({ id: "LedgerReport" })
export type LedgerReport = z.output<typeof LedgerReport>
