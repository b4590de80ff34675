import { bigint, identity, nullable, oneOf, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { resource } from "../../kit/operation/resource.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { resolvePaymentIntentId } from "../payment-intents/store.ts"
import { resolveTransactionId } from "../transactions/store.ts"
import type { BankTransfer } from "./schema.ts"
import { transferStatuses } from "./values.ts"

const columns = {
  ...identity,
  reference: text,
  amount: bigint,
  currency: text,
  gateway: text,
  connection_id: nullable(text),
  status: oneOf(transferStatuses),
  payment_intent_id: nullable(text),
  transaction_id: nullable(text),
  ...tracked,
}
export type BankTransferRow = Row<typeof columns>

const transfers = resource("bank_transfers", columns, {
  noun: "bank transfer",
  publishes: "bankTransfers",
  counted: "status",
  references: { paymentIntent: resolvePaymentIntentId, transaction: resolveTransactionId },
  render: renderBankTransfer,
})
export const { read: readTransfer, readForUpdate: readTransferForUpdate, list: listTransfers, after: transfersAfter } = transfers

type Payment = { payment_intent_id: string; transaction_id: string }
type NewTransfer = Pick<BankTransferRow, "id" | "reference" | "amount" | "currency" | "gateway" | "connection_id"> & Partial<Payment>

export function insertTransfer(ctx: Context, transfer: NewTransfer): BankTransfer {
  const status = transfer.transaction_id ? "allocated" : "unallocated"
  return transfers.insert(ctx, { payment_intent_id: null, transaction_id: null, ...transfer, status, metadata: {} }).object
}

export const saveAllocated = (ctx: Context, before: BankTransferRow, payment: Payment): BankTransfer =>
  transfers.save(ctx, before, { ...payment, status: "allocated" }).object

export const saveReversed = (ctx: Context, before: BankTransferRow): BankTransfer =>
  transfers.save(ctx, before, { status: "reversed" }).object

export function renderBankTransfer(row: BankTransferRow): BankTransfer {
  return {
    _id: row.id,
    reference: row.reference,
    amount: row.amount,
    currency: row.currency,
    gateway: row.gateway,
    status: row.status,
    paymentIntent: row.payment_intent_id,
    transaction: row.transaction_id,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
