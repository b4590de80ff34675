import { withdraw } from "../../control/approvals/hold.ts"
import type { Context } from "../../kit/db/context.ts"
import { noInput, operation } from "../../kit/operation/operation.ts"
import { asSystem } from "../../kit/operation/system.ts"
import type { Problem } from "../../kit/pure/problem.ts"
import { afterFailure } from "../saved-methods/charge.ts"
import { canceledWith } from "../transactions/approval-facts.ts"
import { transactionProblem } from "../transactions/errors.ts"
import { assertCancelable, awaitsPayer } from "../transactions/rules.ts"
import { Transaction } from "../transactions/schema.ts"
import { readTransactionForUpdate, renderTransaction, saveTransaction, type TransactionRow } from "../transactions/store.ts"
import { cancelAt } from "./call.ts"
import type { ChargeAttempt } from "./charge.ts"
import { conclude } from "./conclude.ts"

type Cancellation = { transaction: TransactionRow; outcome?: ChargeAttempt["outcome"] }

/** Ends a payment that waits for approval, or for its payer. */
export const cancelOperation = operation({
  route: "POST /v1/transactions/{id}/cancel",
  noun: "transaction",
  summary: "Cancel a payment that waits for approval, with its request, or for its payer, at the gateway first; if it was paid, it counts",
  needs: "transactions.edit",
  effect: "change",
  refuses: ["TRX-", "APR-2005"],
  input: noInput,
  output: Transaction,
  subject: readTransactionForUpdate,
  assertPossible: assertCancelable,
  external: {
    prepare: async (_ctx, _input, transaction): Promise<Cancellation> => ({ transaction }),
    async call({ transaction }): Promise<Cancellation> {
      return awaitsPayer(transaction) ? { transaction, outcome: await cancelAt(transaction) } : { transaction }
    },
  },
  async run(ctx, _input, transaction, { outcome }) {
    if (!outcome) return renderTransaction(await withdrawn(ctx, transaction))
    const concluded = await conclude(ctx, transaction, outcome)
    if (concluded.status === "succeeded") return transactionProblem("TRX-2008", { transaction: concluded.id })
    return renderTransaction(concluded)
  },
})

/** If it was approved meanwhile, it is at its gateway by now, and must be canceled there first. */
async function withdrawn(ctx: Context, transaction: TransactionRow): Promise<TransactionRow> {
  const { status } = transaction
  if (status !== "pending-approval")
    throw transactionProblem("TRX-2003", { status, action: "canceled", allowed: "what waits for approval" })
  await withdraw(ctx, transaction.id, "the payment was canceled")
  await afterFailure(ctx, transaction)
  return saveTransaction(ctx, transaction, canceledWith(transaction))
}

/**
 * A payer who has opened one way to pay may choose another. The open attempt is ended at its gateway first; if it was paid meanwhile, that
 * payment counts, and the charge is refused by what is still due. An attempt without an answer is left alone. Returns whether it did so.
 */
export async function cancelOpen({ code, details }: Problem, tenant: string): Promise<boolean> {
  if (code !== "TRX-2004") return false
  const open = await asSystem(tenant, "cancel charge", ctx => readTransactionForUpdate(ctx, String(details["transaction"])))
  if (!awaitsPayer(open)) return false
  await cancelWaiting(open)
  return true
}

/** Ends an attempt that waits for its payer, at its gateway first. If the payer was faster, that payment counts. */
export async function cancelWaiting(open: TransactionRow) {
  const outcome = await cancelAt(open)
  await asSystem(open.tenant_id, "cancel charge", async ctx => {
    await conclude(ctx, await readTransactionForUpdate(ctx, open.id), outcome)
  })
}
