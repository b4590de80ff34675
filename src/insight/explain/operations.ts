import type { RequestRow } from "../../control/approvals/request-store.ts"
import { findRequestOf, readRequest } from "../../control/approvals/request-store.ts"
import type { Context } from "../../kit/db/context.ts"
import { noInput, operation } from "../../kit/operation/operation.ts"
import type { Permission } from "../../kit/pure/permissions.ts"
import { assertExactSums } from "../../kit/pure/exact-sums.ts"
import { readDispute } from "../../money/disputes/store.ts"
import type { PartnerDebtsOf } from "../../money/ledger/ports.ts"
import { readPaymentIntent } from "../../money/payment-intents/store.ts"
import { readPaymentSplit } from "../../money/payment-splits/store.ts"
import { readPayout } from "../../money/payouts/store.ts"
import { readRefundIntent } from "../../money/refund-intents/store.ts"
import { readSubscription, renderWithStats } from "../../money/subscriptions/store.ts"
import { readTransaction } from "../../money/transactions/store.ts"
import { findUsers } from "../../platform/tenants/store.ts"
import { explainRequest, usersOf } from "./approvals.ts"
import { explainBalance } from "./balances.ts"
import { explainDispute } from "./disputes.ts"
import { explainHold } from "./holds.ts"
import { explainIntent } from "./intents.ts"
import { explainPayout, explainRefund, explainTransaction } from "./money-out.ts"
import { Explanation, type ExplainedType, type Reason } from "./schema.ts"
import { explainSplit } from "./splits.ts"
import { readMovements } from "./store.ts"
import { explainSubscription } from "./subscriptions.ts"

type Explained = { id: string; reasons: Reason[] }
type Explainer = { needs: Permission; explain(ctx: Context, reference: string): Promise<Explained> }

/** Adds why a policy held the object, if one did. */
async function withHold(ctx: Context, row: { id: string; currency: string; approval: { request: string | null } }, reasons: Reason[]) {
  const request: RequestRow | undefined = row.approval.request === null ? undefined : await findRequestOf(ctx, row.id)
  return { id: row.id, reasons: request ? [...reasons, explainHold(request, row.currency)] : reasons }
}

const dealings: Pick<Record<ExplainedType, Explainer>, "disputes" | "subscriptions" | "approvals/requests"> = {
  disputes: {
    needs: "disputes.view",
    async explain(ctx, reference) {
      const row = await readDispute(ctx, reference)
      return { id: row.id, reasons: explainDispute(row) }
    },
  },
  subscriptions: {
    needs: "subscriptions.view",
    async explain(ctx, reference) {
      const row = await readSubscription(ctx, reference)
      const { stats } = await renderWithStats(ctx, row)
      return { id: row.id, reasons: explainSubscription(row, assertExactSums(stats)) }
    },
  },
  "approvals/requests": {
    needs: "approvals.view",
    async explain(ctx, reference) {
      const row = await readRequest(ctx, reference)
      const users = await findUsers(ctx, usersOf(row))
      const nameOf = (id: string) => users.find(user => user.id === id)?.name ?? "Countersign"
      return { id: row.id, reasons: explainRequest(row, nameOf) }
    },
  },
}

const explainers = (partnerDebts: PartnerDebtsOf): Record<ExplainedType, Explainer> => ({
  "payment-intents": {
    needs: "paymentIntents.view",
    async explain(ctx, reference) {
      const row = await readPaymentIntent(ctx, reference)
      return { id: row.id, reasons: explainIntent(row, await readMovements(ctx, row), ctx.now) }
    },
  },
  "payment-splits": {
    needs: "splits.view",
    async explain(ctx, reference) {
      const row = await readPaymentSplit(ctx, reference)
      return withHold(ctx, row, explainSplit(row, await readPaymentIntent(ctx, row.payment_intent_id)))
    },
  },
  transactions: {
    needs: "transactions.view",
    async explain(ctx, reference) {
      const row = await readTransaction(ctx, reference)
      return withHold(ctx, row, explainTransaction(row))
    },
  },
  payouts: {
    needs: "splits.view",
    async explain(ctx, reference) {
      const row = await readPayout(ctx, reference)
      return withHold(ctx, row, explainPayout(row))
    },
  },
  "refund-intents": {
    needs: "refunds.view",
    async explain(ctx, reference) {
      const row = await readRefundIntent(ctx, reference)
      return withHold(ctx, row, explainRefund(row))
    },
  },
  ...dealings,
  balances: {
    needs: "transactions.view",
    explain: (ctx, currency) => explainBalance(ctx, partnerDebts, currency),
  },
})

/** Why an object is as it is. Agents have no tool for it: theirs are those of the specification. */
export function explainOperations(partnerDebts: PartnerDebtsOf) {
  const all = explainers(partnerDebts)
  const of = <const T extends ExplainedType>(type: T) =>
    operation({
      route: `GET /v1/${type}/{id}/explain`,
      noun: "explanation",
      summary: "Why it has its status and its figures, in sentences, with the objects that say so",
      needs: all[type].needs,
      effect: "read",
      input: noInput,
      output: Explanation,
      subject: (ctx, reference) => all[type].explain(ctx, reference),
      run: (_ctx, _input, { id, reasons }) => ({ object: { type, id }, reasons }),
    })
  return [
    of("payment-intents"),
    of("payment-splits"),
    of("transactions"),
    of("payouts"),
    of("refund-intents"),
    of("disputes"),
    of("subscriptions"),
    of("approvals/requests"),
    of("balances"),
  ] as const
}
