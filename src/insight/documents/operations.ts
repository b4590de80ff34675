import { fileOperation } from "../../kit/operation/file-operation.ts"
import { readPaymentIntent } from "../../money/payment-intents/store.ts"
import { readPayout } from "../../money/payouts/store.ts"
import { readRefundIntent } from "../../money/refund-intents/store.ts"
import { readTransaction } from "../../money/transactions/store.ts"
import { intentDraft, payoutDraft, refundDraft, transactionDraft } from "./drafts.ts"
import { documentOf } from "./make.ts"
import { IntentDocumentQuery, PayoutDocumentQuery, RefundDocumentQuery, TransactionDocumentQuery } from "./schema.ts"

export const documentOperations = [
  fileOperation({
    route: "GET /v1/payment-intents/{id}/document",
    label: "Get a document of a payment intent",
    noun: "paymentIntent",
    summary: "The invoice or the receipt of a payment intent as a PDF, or the credit note of a canceled one that had a numbered invoice",
    needs: "paymentIntents.view",
    refuses: ["DOC-2001"],
    input: IntentDocumentQuery,
    subject: readPaymentIntent,
    run: async (ctx, { kind, lang }, intent) => documentOf(ctx, await intentDraft(ctx, intent, kind, lang)),
  }),

  fileOperation({
    route: "GET /v1/transactions/{id}/document",
    label: "Get the receipt of a transaction",
    noun: "transaction",
    summary: "The receipt of a payment as a PDF",
    needs: "transactions.view",
    refuses: ["DOC-2001"],
    input: TransactionDocumentQuery,
    subject: readTransaction,
    run: async (ctx, { lang }, transaction) => documentOf(ctx, await transactionDraft(ctx, transaction, lang)),
  }),

  fileOperation({
    route: "GET /v1/refund-intents/{id}/document",
    label: "Get the credit note of a refund intent",
    noun: "refundIntent",
    summary: "The credit note of a settled refund as a PDF, with the tax in it",
    needs: "refunds.view",
    refuses: ["DOC-2001"],
    input: RefundDocumentQuery,
    subject: readRefundIntent,
    run: async (ctx, { lang }, refund) => documentOf(ctx, await refundDraft(ctx, refund, lang)),
  }),

  fileOperation({
    route: "GET /v1/payouts/{id}/document",
    label: "Get the advice of a payout",
    noun: "payout",
    summary: "The advice of a payout as a PDF, with the shares that it pays",
    needs: "splits.view",
    refuses: ["DOC-2001"],
    input: PayoutDocumentQuery,
    subject: readPayout,
    run: async (ctx, { lang }, payout) => documentOf(ctx, await payoutDraft(ctx, payout, lang)),
  }),
]
