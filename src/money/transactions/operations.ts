import { hold, isHeld } from "../../control/approvals/hold.ts"
import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { newId } from "../../kit/pure/id.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { creditIn } from "../../parties/contacts/rules.ts"
import { readContact } from "../../parties/contacts/store.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { readPaymentIntent, resolvePaymentIntent, touchPaymentIntent } from "../payment-intents/store.ts"
import { transactionToApprove } from "./approval-facts.ts"
import {
  assertCurrency,
  assertManual,
  assertPayable,
  assertRate,
  assertReceived,
  assertSpendable,
  assertUnchangedWhileHeld,
  isFromCredit,
} from "./rules.ts"
import { Failure, NewTransaction, Transaction, TransactionChange, transactionFilters } from "./schema.ts"
import { fail, readPlanForUpdate, succeed } from "./settle.ts"
import {
  insertTransaction,
  listTransactions,
  readTransaction,
  readTransactionForUpdate,
  renderTransaction,
  saveTransaction,
  type TransactionRow,
} from "./store.ts"

/**
 * Checks again after the intent is read: another request may have confirmed this payment meanwhile, and "nothing was paid" would be wrong.
 */
const assertStillManual = async (ctx: Context, { id }: TransactionRow) => assertManual(await readTransaction(ctx, id), "confirmed")

export const transactionOperations = [
  operation({
    route: "POST /v1/transactions/create",
    creates: true,
    noun: "transaction",
    summary: "Record a payment received outside a gateway; two equal part payments within the keyless window need two Idempotency-Keys",
    needs: "transactions.edit",
    effect: "money",
    idempotency: "both",
    input: NewTransaction,
    output: Transaction,
    async run(ctx, { paymentIntent, amount, method, currency, fx, status, receivedAt, reference, documents, metadata }) {
      const existing = await resolvePaymentIntent(ctx, paymentIntent)
      const plan = await readPlanForUpdate(ctx, existing.id, existing)
      const intent = plan.target
      assertCurrency(intent.currency, currency, fx)
      if (fx) assertRate(fx, { amount, currency: intent.currency })
      if (receivedAt) assertReceived(receivedAt, ctx)
      assertPayable(intent, amount)
      if (isFromCredit({ method })) {
        const { credit } = await readContact(ctx, intent.contact_id)
        assertSpendable(creditIn(credit, intent.currency), { amount, currency: intent.currency, status, fx })
      }
      const id = newId(ctx.now)
      const fields = { id, amount, method, currency: intent.currency, gateway: null, authorization_id: null, fx: fx ?? null }
      const approval = await hold(ctx, transactionToApprove(ctx, fields, intent))
      const transaction = await insertTransaction(ctx, {
        ...omitUndefined({ fx, received_at: receivedAt, reference }),
        id,
        approval,
        release_to: isHeld(approval) ? status : null,
        payment_intent_id: intent.id,
        contact_id: intent.contact_id,
        amount,
        currency: intent.currency,
        method,
        documents,
        metadata,
      })
      if (!isHeld(approval) && status !== "processing") return renderTransaction(await succeed(ctx, transaction, plan))
      touchPaymentIntent(ctx, intent) // a concurrent cancellation must see this transaction
      return renderTransaction(transaction)
    },
  }),

  listing({
    route: "GET /v1/transactions",
    tool: "transaction_list",
    noun: "transaction",
    plural: "transactions",
    summary: "List charges and refunds, newest first; filter by contact, payment intent or status",
    needs: "transactions.view",
    filters: transactionFilters,
    toolFilters: ["contact", "paymentIntent", "status"],
    item: Transaction,
    run: listTransactions,
  }),

  operation({
    route: "GET /v1/transactions/{id}",
    tool: "transaction_get",
    toolNote: "No tool records or changes a payment.",
    noun: "transaction",
    summary: "One transaction with its status, method and amounts",
    needs: "transactions.view",
    effect: "read",
    input: noInput,
    output: Transaction,
    subject: readTransaction,
    run: (_ctx, _input, transaction) => renderTransaction(transaction),
  }),

  operation({
    route: "POST /v1/transactions/{id}/update",
    noun: "transaction",
    summary:
      "Change reference, documents or metadata; amount and status can't be changed, and while it waits for approval only metadata can",
    needs: "transactions.edit",
    effect: "change",
    input: TransactionChange,
    output: Transaction,
    subject: readTransactionForUpdate,
    run(ctx, { metadata, ...details }, transaction) {
      const change = { ...omitUndefined(details), metadata: mergeMetadata(transaction.metadata, metadata) }
      assertUnchangedWhileHeld(transaction, { ...transaction, ...change })
      return renderTransaction(saveTransaction(ctx, transaction, change))
    },
  }),

  operation({
    route: "POST /v1/transactions/{id}/confirm",
    noun: "transaction",
    summary: "Confirm a processing payment: the money was received",
    needs: "transactions.edit",
    effect: "money",
    input: noInput,
    output: Transaction,
    subject: readTransactionForUpdate,
    async assertPossible(transaction, ctx) {
      assertManual(transaction, "confirmed")
      const intent = await readPaymentIntent(ctx, transaction.payment_intent_id)
      await assertStillManual(ctx, transaction)
      assertPayable(intent, transaction.amount)
    },
    async run(ctx, _input, transaction) {
      const plan = await readPlanForUpdate(ctx, transaction.payment_intent_id)
      await assertStillManual(ctx, transaction)
      assertPayable(plan.target, transaction.amount)
      return renderTransaction(await succeed(ctx, transaction, plan))
    },
  }),

  operation({
    route: "POST /v1/transactions/{id}/fail",
    noun: "transaction",
    summary: "Mark a processing payment as failed: the money was not received, and the amount due stays as it is",
    needs: "transactions.edit",
    effect: "change",
    input: Failure,
    output: Transaction,
    subject: readTransactionForUpdate,
    assertPossible: transaction => assertManual(transaction, "failed"),
    run: async (ctx, { reason = "recorded as failed" }, transaction) =>
      renderTransaction(await fail(ctx, transaction, { code: "failed", message: reason })),
  }),

  timeline("transactions", "transactions.view", readTransaction),
]
