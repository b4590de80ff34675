import { timeline } from "../audit/timeline.ts"
import { given } from "../kit/given.ts"
import { mergedMetadata } from "../kit/metadata.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { resolvePaymentIntent, touchPaymentIntent } from "../payment-intents/store.ts"
import { assertByHand, assertCurrency, assertPayable } from "./rules.ts"
import { Failure, NewTransaction, Transaction, TransactionChange, transactionFilters } from "./schema.ts"
import { succeed, takeFamily } from "./settle.ts"
import { insertTransaction, listTransactions, readTransaction, saveTransaction, shownTransaction, takeTransaction } from "./store.ts"

export const transactionOperations = [
  operation({
    route: "POST /v1/transactions/create",
    noun: "transaction",
    summary: "Record money that came in outside a gateway; two real, equal part payments within the keyless window need two keys",
    needs: "transactions.edit",
    effect: "money",
    idempotency: "both",
    input: NewTransaction,
    output: Transaction,
    async run(ctx, { paymentIntent, amount, currency, fx, status, receivedAt, ...rest }) {
      const named = await resolvePaymentIntent(ctx, paymentIntent)
      const family = await takeFamily(ctx, named.id, named)
      const intent = family.asked
      assertCurrency(intent.currency, currency, fx)
      assertPayable(intent, amount)
      const transaction = await insertTransaction(ctx, {
        ...given(rest),
        ...given({ received_at: receivedAt, fx }),
        payment_intent_id: named.id,
        contact_id: intent.contact_id,
        amount,
        currency: intent.currency,
        method: rest.method,
        metadata: rest.metadata,
      })
      if (status !== "processing") return shownTransaction(await succeed(ctx, transaction, family))
      touchPaymentIntent(ctx, intent)
      return shownTransaction(transaction)
    },
  }),

  listing({
    route: "GET /v1/transactions",
    tool: "transaction_list",
    noun: "transaction",
    plural: "transactions",
    summary: "List charges and refunds, newest first; filter by contact (id or e-mail), payment intent or status",
    needs: "transactions.view",
    filters: transactionFilters,
    toolFilters: ["contact", "paymentIntent", "status"],
    item: Transaction,
    run: listTransactions,
  }),

  operation({
    route: "GET /v1/transactions/{id}",
    tool: "transaction_get",
    noun: "transaction",
    summary: "One transaction with its status, method and amounts",
    needs: "transactions.view",
    effect: "read",
    input: nothing,
    output: Transaction,
    subject: readTransaction,
    run: (_ctx, _input, transaction) => shownTransaction(transaction),
  }),

  operation({
    route: "POST /v1/transactions/{id}/update",
    noun: "transaction",
    summary: "Change reference, documents or metadata; amount and status are what happened",
    needs: "transactions.edit",
    effect: "change",
    input: TransactionChange,
    output: Transaction,
    subject: takeTransaction,
    run: (ctx, { metadata, ...rest }, transaction) =>
      shownTransaction(
        saveTransaction(ctx, transaction, {
          ...given(rest),
          metadata: mergedMetadata(transaction.metadata as Record<string, string>, metadata),
        }),
      ),
  }),

  operation({
    route: "POST /v1/transactions/{id}/confirm",
    noun: "transaction",
    summary: "The money of a processing payment arrived",
    needs: "transactions.edit",
    effect: "money",
    input: nothing,
    output: Transaction,
    subject: takeTransaction,
    async run(ctx, _input, transaction) {
      assertByHand(transaction, "confirmed")
      const family = await takeFamily(ctx, transaction.payment_intent_id)
      assertPayable(family.asked, transaction.amount)
      return shownTransaction(await succeed(ctx, transaction, family))
    },
  }),

  operation({
    route: "POST /v1/transactions/{id}/fail",
    noun: "transaction",
    summary: "The money of a processing payment did not come; what is owed stays as it was",
    needs: "transactions.edit",
    effect: "change",
    input: Failure,
    output: Transaction,
    subject: takeTransaction,
    run(ctx, { reason = "recorded as failed" }, transaction) {
      assertByHand(transaction, "failed")
      return shownTransaction(saveTransaction(ctx, transaction, { status: "failed", failure: { code: "failed", message: reason } }))
    },
  }),

  timeline("transactions", "transactions.view", readTransaction),
]
