import { createHash } from "node:crypto"
import type { Context } from "../../kit/db/context.ts"
import { toLocal } from "../../kit/pure/calendar.ts"
import { invalidField } from "../../kit/pure/errors.ts"
import { newId } from "../../kit/pure/id.ts"
import { sum } from "../../kit/pure/money.ts"
import { assertActive } from "../../parties/own-accounts/rules.ts"
import { lockOwnAccount, type OwnAccountRow } from "../../parties/own-accounts/store.ts"
import { readAuthorizationForUpdate, touchAuthorization } from "../authorizations/store.ts"
import { paymentFileProblem } from "../payouts/errors.ts"
import { findDebitsForFiles } from "../transactions/processing-store.ts"
import { isDebitByFile } from "../transactions/rules.ts"
import { readTransactionForUpdate, saveTransaction, type TransactionRow } from "../transactions/store.ts"
import { nachaHeader, ownSide, profileOf, tracesFor, unfit } from "./account.ts"
import { describeDebits, type FileDebit, mandateOf } from "./debits.ts"
import { renderBatches } from "./nacha.ts"
import { renderPain008 } from "./pain008.ts"
import { usSide } from "./payment.ts"
import { forDebits, formatOf, type NachaProfile, type SepaProfile } from "./profiles.ts"
import { assertDebitWaits, assertExecutable, assertFits, isReserved } from "./rules.ts"
import { maxPayments, type NewPaymentFile, type PaymentFileWithLines } from "./schema.ts"
import { insertPaymentFile, type NewLine, renderWithLines } from "./store.ts"

/**
 * Locks the account, then the debits, then their mandates, each in the order of their ids: two files made at once take turns, each debit is
 * in one of them, and each mandate has one first debit.
 */
export async function createDebitFile(ctx: Context, input: NewPaymentFile): Promise<PaymentFileWithLines> {
  const account = await lockOwnAccount(ctx, input.ownAccount)
  assertActive(account, "used for debits")
  const profile = profileOf(account)
  const format = formatOf(profile, "debits")
  if (input.format !== undefined && input.format !== format)
    throw unfit(account, `its profile makes ${format} files of debits, not ${input.format}`)
  if (isReserved(input.description)) throw invalidField("description", "must not be a word that banks reserve for other entries")
  assertExecutable(input.executionDate, forDebits(profile), ctx.now)
  const rows = await takeDebits(ctx, input, profile.currency)
  const wanted = { profile, collectionDate: input.executionDate, last: input.lastDebits }
  const debits = fitOnes(await describeDebits(ctx, rows, wanted), input)
  const total = sum(debits.map(({ transaction }) => transaction.amount))
  assertFits(total)
  const id = newId(ctx.now)
  const made = toLocal(ctx.now, profile.cutOff.zone).toISOString()
  const making: Making = { id, input, account, debits, made, traces: await tracesFor(ctx, account, debits.length, profile) }
  const { content, modifier } = profile.format === "nacha" ? await asNacha(ctx, making, profile) : asPain008(ctx, making, profile)
  const fields = { own_account_id: account.id, format, profile: account.profile!, execution_date: input.executionDate }
  const facts = { made_on: made.slice(0, 10), modifier, currency: profile.currency, count: debits.length, total, metadata: input.metadata }
  const sha256 = createHash("sha256").update(content).digest("hex")
  const lines = linesOf(making)
  const row = await insertPaymentFile(ctx, { ...fields, ...facts, direction: "debits", id, sha256 }, content, lines)
  for (const { transaction } of debits) saveTransaction(ctx, transaction, { file_id: id })
  return renderWithLines(
    row,
    lines.map(line => ({ ...line, is_canceled: false, outcome: "processing" as const, failure_reason: null })),
  )
}

/** The named debits, or all that wait. Their mandates can't end before the file is committed. */
async function takeDebits(ctx: Context, { debits: named }: NewPaymentFile, currency: string): Promise<TransactionRow[]> {
  if (named && new Set(named).size < named.length) throw invalidField("debits", "must name each debit once")
  const ids = named ?? (await findDebitsForFiles(ctx, currency, maxPayments)).map(({ id }) => id)
  const rows: TransactionRow[] = []
  for (const id of ids.toSorted()) rows.push(await readTransactionForUpdate(ctx, id))
  for (const row of rows) {
    const debit = `transaction ${row.number}`
    if (!isDebitByFile(row)) throw paymentFileProblem("PFL-2005", { debit, reason: "no mandate that you hold yourself allows it" })
    if (row.currency !== currency) throw paymentFileProblem("PFL-1007", { debit: row.number, reason: `it is in ${row.currency}` })
    assertDebitWaits(row)
  }
  for (const id of [...new Set(rows.map(mandateOf))].toSorted()) touchAuthorization(ctx, await readAuthorizationForUpdate(ctx, id))
  return rows
}

/** Grouped as files group them. What was named must fit; of all that wait the rest is left for another file. */
function fitOnes(debits: readonly FileDebit[], { debits: named, executionDate, lastDebits }: NewPaymentFile): FileDebit[] {
  const unfitOne = named && debits.find(({ problem }) => problem !== null)
  if (unfitOne) throw paymentFileProblem("PFL-1007", { debit: unfitOne.transaction.number, reason: unfitOne.problem })
  const fit = debits.filter(({ problem }) => problem === null)
  if (fit.length === 0) throw paymentFileProblem("PFL-1006", { date: executionDate })
  const foreign = lastDebits.find(id => !fit.some(({ transaction }) => transaction.id === id))
  if (foreign !== undefined) throw invalidField("lastDebits", `names ${foreign}, which is no debit of this file`)
  return [...Map.groupBy(fit, groupOf).entries()].toSorted(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, group]) => group)
}

const groupOf = ({ mandate, sequence }: FileDebit) => `${mandate.terms.scheme} ${sequence}`

type Making = {
  id: string
  input: NewPaymentFile
  account: OwnAccountRow
  debits: readonly FileDebit[]
  traces: readonly string[]
  /** When it is made, by the clocks of the bank. */
  made: string
}
type Made = { content: string; modifier: string | null }

/** SEPA files have a batch for each scheme and sequence, NACHA files one for each class. */
function linesOf({ account, debits, traces }: Making): NewLine[] {
  const groups = account.profile?.startsWith("nacha") ? debits.map(({ mandate }) => mandate.terms.scheme) : debits.map(groupOf)
  const batches = [...new Set<string>(groups)]
  return debits.map(({ transaction: { id, amount }, mandate, sequence, name, account: masked, remittance }, i) => {
    const ids = { payout_id: null, transaction_id: id, authorization_id: mandate.id, batch: batches.indexOf(groups[i]!) + 1 }
    return { ...ids, sequence, amount, name, account: masked, remittance, trace: traces[i] ?? null }
  })
}

function asPain008(ctx: Context, { id, input, account, debits }: Making, profile: SepaProfile): Made {
  if (account.creditor_id === null) throw unfit(account, "it has no creditor id, which the bank or the central bank assigns")
  const creditor = { ...ownSide(account, profile), creditorId: account.creditor_id }
  const batches = [...Map.groupBy(debits, groupOf).values()].map(group => ({
    scheme: group[0]!.mandate.terms.scheme === "b2b" ? ("B2B" as const) : ("CORE" as const),
    sequence: group[0]!.sequence,
    debits: group.map(({ transaction, mandate: { reference, terms }, name, number, bic, address, remittance }) => {
      const mandate = { reference, signedOn: terms.signedOn }
      const iban = "iban" in number ? number.iban : ""
      return { endToEndId: transaction.id, amount: transaction.amount, name, iban, bic, address, remittance, mandate }
    }),
  }))
  const content = renderPain008({ id, madeAt: ctx.now, collectionDate: input.executionDate, creditor, batches }, profile)
  return { content, modifier: null }
}

async function asNacha(ctx: Context, { input, account, debits, traces, made }: Making, profile: NachaProfile): Promise<Made> {
  const header = await nachaHeader(ctx, account, { made, ...input }, profile)
  const entries = debits.map((debit, i) => {
    const { transaction, mandate, remittance } = debit
    const { scheme, isOneOff: isSingle } = mandate.terms
    const entryClass = scheme === "ccd" || scheme === "web" ? scheme : ("ppd" as const)
    return { entryClass, entry: { ...usSide(debit), isSingle, amount: transaction.amount, id: remittance, trace: traces[i]! } }
  })
  const batches = [...Map.groupBy(entries, ({ entryClass }) => entryClass)].map(([entryClass, group]) => {
    return { direction: "debits" as const, entryClass, entries: group.map(({ entry }) => entry) }
  })
  return { content: renderBatches(header, batches), modifier: header.modifier }
}
