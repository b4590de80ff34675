import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { createPaymentFile } from "./create.ts"
import { cancelFile, markSent, readFileWithPayments } from "./end.ts"
import { findReady } from "./ready.ts"
import { findReadyDebits } from "./ready-debits.ts"
import { assertCancelable, assertSendable } from "./rules.ts"
import {
  FileContent,
  NewPaymentFile,
  PaymentFile,
  paymentFileFilters,
  PaymentFileWithLines,
  Ready,
  ReadyDebits,
  ReadyDebitsQuery,
  ReadyQuery,
} from "./schema.ts"
import { findLines, listPaymentFiles, readContent, readPaymentFile, renderWithLines } from "./store.ts"

export const paymentFileOperations = [
  operation({
    route: "GET /v1/payment-files/ready",
    label: "Payments that are ready for a file",
    noun: "paymentFile",
    summary: "What a payment file for an own account would hold, as the file would say it, with what can't be in it and why",
    needs: "payouts.send",
    effect: "read",
    query: true,
    input: ReadyQuery,
    output: Ready,
    run: findReady,
  }),

  operation({
    route: "GET /v1/payment-files/debits-ready",
    label: "Debits that are ready for a file",
    noun: "paymentFile",
    summary: "What a file of debits for an own account would hold, as the file would say it, with what can't be in it and why",
    needs: "payouts.send",
    effect: "read",
    query: true,
    input: ReadyDebitsQuery,
    output: ReadyDebits,
    run: findReadyDebits,
  }),

  operation({
    route: "POST /v1/payment-files/create",
    creates: true,
    noun: "paymentFile",
    summary: "Make a file of payouts with method bank-file, or of debits, for a person to give to the bank; a payment is in one file only",
    needs: "payouts.send",
    needsConfirmation: "daily",
    effect: "money",
    idempotency: "both",
    input: NewPaymentFile,
    output: PaymentFileWithLines,
    run: createPaymentFile,
  }),

  listing({
    route: "GET /v1/payment-files",
    noun: "paymentFile",
    plural: "paymentFiles",
    summary: "List payment files, newest first, without their lines",
    needs: "splits.view",
    filters: paymentFileFilters,
    item: PaymentFile,
    run: listPaymentFiles,
  }),

  operation({
    route: "GET /v1/payment-files/{id}",
    noun: "paymentFile",
    summary: "One payment file, with what has become of each payment",
    needs: "splits.view",
    effect: "read",
    input: noInput,
    output: PaymentFileWithLines,
    subject: readPaymentFile,
    run: async (ctx, _input, file) => renderWithLines(file, await findLines(ctx, file.id)),
  }),

  operation({
    route: "GET /v1/payment-files/{id}/content",
    label: "Download a payment file",
    noun: "paymentFile",
    summary: "The bytes of a payment file, the same each time; they have whole account numbers",
    needs: "payouts.send",
    needsConfirmation: "daily",
    effect: "read",
    input: noInput,
    output: FileContent,
    subject: readPaymentFile,
    content: ({ content }) => content,
    headers: result => ({ "content-disposition": `attachment; filename="${(result as { name: string }).name}"` }),
    run: async (ctx, _input, file) => ({
      name: `${file.number}.${file.format === "nacha" ? "ach" : "xml"}`,
      content: await readContent(ctx, file),
    }),
  }),

  operation({
    route: "POST /v1/payment-files/{id}/mark-sent",
    noun: "paymentFile",
    summary: "Record that the file was given to the bank; its payments are sent then, and it can't be canceled any more",
    needs: "payouts.send",
    needsConfirmation: "daily",
    effect: "money",
    input: noInput,
    output: PaymentFileWithLines,
    subject: readFileWithPayments,
    assertPossible: assertSendable,
    run: (ctx, _input, file) => markSent(ctx, file),
  }),

  operation({
    route: "POST /v1/payment-files/{id}/cancel",
    noun: "paymentFile",
    summary: "Cancel a file that was not given to the bank; its payments are ready for another one",
    needs: "payouts.send",
    needsConfirmation: "daily",
    effect: "money",
    input: noInput,
    output: PaymentFileWithLines,
    subject: readFileWithPayments,
    assertPossible: assertCancelable,
    run: (ctx, _input, file) => cancelFile(ctx, file),
  }),

  timeline("payment-files", "splits.view", readPaymentFile),
]
