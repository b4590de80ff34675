import type { Context } from "../../kit/db/context.ts"
import { toLocal } from "../../kit/pure/calendar.ts"
import { readBankAccount } from "../../parties/bank-accounts/store.ts"
import { isByFile } from "../authorizations/rules.ts"
import { type AuthorizationRow, readAuthorization } from "../authorizations/store.ts"
import type { Terms } from "../authorizations/schema.ts"
import { readPaymentIntent } from "../payment-intents/store.ts"
import type { TransactionRow } from "../transactions/store.ts"
import { findNotices } from "../direct-debits/notices-store.ts"
import { findLastUses } from "./debits-store.ts"
import { otherSide, type OtherSide } from "./payment.ts"
import type { Profile } from "./profiles.ts"
import { sequenceOf, whyNotCollected } from "./rules.ts"
import type { Sequence } from "./values.ts"

/** A debit as its file says it. */
export type FileDebit = OtherSide & {
  transaction: TransactionRow
  mandate: Pick<AuthorizationRow, "id"> & { reference: string; terms: Terms }
  sequence: Sequence
  remittance: string
  dueOn: string
}
type Wanted = { profile: Profile; collectionDate: string; last?: readonly string[] }

/**
 * What a file would say about debits, in their order. Nothing is refused here, so that people see all problems before they make the file.
 * A debit with a problem does not count as a use of its mandate.
 */
export async function describeDebits(ctx: Context, rows: readonly TransactionRow[], wanted: Wanted): Promise<FileDebit[]> {
  const uses = await findLastUses(ctx, [...new Set(rows.map(mandateOf))])
  const notices = await findNotices(
    ctx,
    rows.map(({ id }) => id),
  )
  const found = await Promise.all(rows.map(row => describe(ctx, row, wanted, { uses, toldFor: notices.get(row.id) ?? null })))
  const used = new Set(uses.keys())
  const debits: FileDebit[] = []
  for (const debit of found) {
    const { id, terms } = debit.mandate
    const isTwice = terms.isOneOff && used.has(id)
    const problem = debit.problem ?? (isTwice ? "its mandate allows one debit only" : null)
    const isLast = wanted.last?.includes(debit.transaction.id) ?? false
    debits.push({ ...debit, problem, sequence: sequenceOf({ isOneOff: terms.isOneOff, isUsed: used.has(id), isLast }) })
    if (problem === null) used.add(id)
  }
  return debits
}

export const mandateOf = ({ id, authorization_id }: TransactionRow): string => {
  if (authorization_id === null) throw new Error(`the transaction ${id} is no debit`)
  return authorization_id
}

type Described = Omit<FileDebit, "sequence">
type Known = { uses: ReadonlyMap<string, string>; toldFor: string | null }

async function describe(ctx: Context, row: TransactionRow, wanted: Wanted, known: Known): Promise<Described> {
  const { profile, collectionDate } = wanted
  const [authorization, intent] = [await readAuthorization(ctx, mandateOf(row)), await readPaymentIntent(ctx, row.payment_intent_id)]
  const side = otherSide(row.amount, await readBankAccount(ctx, authorization.bank_account_id), profile)
  const { terms, reference, status, max_amount: maxAmount } = authorization
  if (!isByFile(authorization) || terms === null || reference === null) throw new Error(`the mandate ${authorization.id} has no terms`)
  const dueOn = dayOf(intent.due_at, ctx.tenant.timezone)
  const createdOn = dayOf(row.created_at, profile.cutOff.zone)
  const lastUsedOn = known.uses.get(authorization.id) ?? null
  const mandate = { ...terms, reference, status, maxAmount, lastUsedOn }
  const told = { toldFor: known.toldFor, isTold: ctx.tenant.mails.debitNotices }
  const problem = side.problem ?? whyNotCollected({ amount: row.amount, createdOn, dueOn, collectionDate, mandate, ...told }) ?? null
  return { ...side, problem, transaction: row, mandate: { id: authorization.id, reference, terms }, remittance: intent.number, dueOn }
}

const dayOf = (time: Date, zone: string) => toLocal(time, zone).toISOString().slice(0, 10)
