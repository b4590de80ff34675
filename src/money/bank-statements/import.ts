import type { Context } from "../../kit/db/context.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { toLocal } from "../../kit/pure/calendar.ts"
import { newId } from "../../kit/pure/id.ts"
import { UnreadableFile } from "../../kit/pure/xml.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { lastDigitsOf, maskedOf } from "../../parties/bank-accounts/rules.ts"
import { assertActive } from "../../parties/own-accounts/rules.ts"
import { type OwnAccountRow, resolveOwnAccount, unsealOwnNumber } from "../../parties/own-accounts/store.ts"
import { accountHash } from "../bank-lines/account-hash.ts"
import { compareBookings } from "../bank-lines/rules.ts"
import { findBookings, insertLines, lockAccountLines, type NewLine } from "../bank-lines/store.ts"
import type { StatementFormat } from "../bank-lines/values.ts"
import { bankStatementProblem } from "./errors.ts"
import { readFile } from "./read-file.ts"
import type { Booking, Payment, ReadStatement } from "./readers/statement.ts"
import { identityOf, isAbout, isComplete, warningsOf } from "./rules.ts"
import type { BankStatement, Import } from "./schema.ts"
import { findCsvProfile, saveCsvProfile } from "./profiles-store.ts"
import { type Tracked, trackImport } from "./progress-store.ts"
import { findOverlapping, findSameFile, findStatementBefore, insertStatement, renderBankStatement } from "./store.ts"

/** Imports a file completely or not at all, in one commit. */
export async function importStatement(ctx: Context, input: Import): Promise<BankStatement> {
  const account = await resolveOwnAccount(ctx, input.ownAccount)
  const hash = sha256(input.file.bytes)
  const same = await findSameFile(ctx, account.id, hash)
  if (same) return renderBankStatement(same)
  assertActive(account, "used for statements")
  const tracked = trackImport(ctx, account.id, hash, input.file.bytes.length)
  try {
    return await readAndStore(ctx, account, input, hash, tracked)
  } finally {
    tracked.end()
  }
}

type Given = Pick<Import, "file" | "format" | "profile" | "saveProfile">

/** The file is read before anything is locked. */
async function readAndStore(ctx: Context, account: OwnAccountRow, given: Given, hash: string, tracked: Tracked): Promise<BankStatement> {
  const { file, format, profile, saveProfile } = given
  const today = toLocal(ctx.now, ctx.tenant.timezone).toISOString().slice(0, 10)
  const saved = await findCsvProfile(ctx, account.id)
  const reading = { format, profile: profile ?? saved?.profile, currency: account.currency, today }
  const read = await readFile(file, reading).catch(refuse)
  assertIsAbout(read.statement, account)
  await lockAccountLines(ctx, account.id)
  const other = await findSameFile(ctx, account.id, hash) // imported while this one waited for the lock
  if (other) return renderBankStatement(other)
  if (saveProfile && profile && read.format === "csv") saveCsvProfile(ctx, account.id, saved, profile)
  return store(ctx, account, read, hash, tracked)
}

function refuse(error: unknown): never {
  if (!(error instanceof UnreadableFile)) throw error
  const { line, message: reason } = error
  throw bankStatementProblem("BST-1001", { where: line === null ? "" : `line ${line}: `, line, reason })
}

function assertIsAbout({ account: found }: ReadStatement, account: OwnAccountRow) {
  if (found === null || isAbout(found, unsealOwnNumber(account), account.currency)) return
  throw bankStatementProblem("BST-1002", { found: maskedOf(found.slice(-4)), account: account.name })
}

type Read = { format: StatementFormat; statement: ReadStatement }

async function store(
  ctx: Context,
  account: OwnAccountRow,
  { format, statement }: Read,
  hash: string,
  tracked: Tracked,
): Promise<BankStatement> {
  const { from, to, opening, closing, bookings } = statement
  const complete = isComplete(statement)
  const keyed = bookings.map(booking => ({ ...booking, key: sha256(identityOf(booking)), day: booking.bookedOn }))
  const stored = await findBookings(ctx, account.id, midnight(from), midnight(to))
  const compared = compareBookings(keyed, stored, { format, isComplete: complete })
  const overlapping = await findOverlapping(ctx, account.id, from, to)
  const before = await findStatementBefore(ctx, account.id, from)
  const fixed = { own_account_id: account.id, format, currency: account.currency, is_complete: complete }
  const news = compared
    .filter(({ isKnown, booking }) => !isKnown && booking.amount !== 0)
    .flatMap(({ booking, occurrence, duplicateOf }) =>
      booking.payments
        .filter(({ amount }) => amount !== 0)
        .map((payment, part) => ({ ...fixed, ...lineOf(ctx, booking, payment), part, occurrence, possible_duplicate: duplicateOf })),
    )
  const known = compared.reduce((count, { isKnown, booking }) => count + (isKnown ? booking.payments.length : 0), 0)
  tracked.report(0, news.length)
  const id = newId(ctx.now)
  const made = await insertStatement(ctx, {
    id,
    own_account_id: account.id,
    format,
    currency: account.currency,
    from_day: from,
    to_day: to,
    opening,
    closing,
    line_count: news.length + known,
    new_count: news.length,
    warnings: warningsOf(statement, { before, overlapping }),
    sha256: hash,
  })
  await insertLines(ctx, id, news, stored => tracked.report(stored, news.length))
  if (news.length > 0) enqueue(ctx, "match-bank-lines", { statement: id })
  return made
}

const midnight = (day: string) => new Date(`${day}T00:00:00Z`)

type Own = "own_account_id" | "format" | "currency" | "is_complete" | "part" | "occurrence" | "possible_duplicate"

function lineOf({ now, tenant }: Context, booking: Booking & { key: string }, payment: Payment): Omit<NewLine, Own> {
  const { line, bookedOn, valueOn, amount, isReversal, key } = booking
  const { name, account, text, references, returnCode } = payment
  return {
    id: newId(now),
    line,
    booked_at: midnight(bookedOn),
    value_at: valueOn === null ? null : midnight(valueOn),
    amount: payment.amount,
    name: name?.slice(0, 200) ?? null,
    counterparty_masked: account === null ? null : maskedOf(lastDigitsOf({ iban: account })),
    counterparty_hash: account === null ? null : accountHash(tenant.id, account),
    text: text.slice(0, 1000).toWellFormed(),
    refs: references,
    return_code: returnCode?.slice(0, 20) ?? null,
    is_reversal: isReversal,
    booking_key: key,
    booking_amount: amount,
  }
}
