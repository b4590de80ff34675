import { noInput, operation } from "../../kit/operation/operation.ts"
import { endAtSimulator } from "../gateways/simulator-payer.ts"
import { Transaction } from "../transactions/schema.ts"
import { readPlanForUpdate, reverse } from "../transactions/settle.ts"
import { readTransactionForUpdate, renderTransaction } from "../transactions/store.ts"
import { callGateway } from "./call.ts"
import { cancelOpen, cancelOperation } from "./cancel.ts"
import { prepareCharge } from "./charge.ts"
import { conclude, concludeCharge } from "./conclude.ts"
import { gatewayPageOperation } from "./gateway-page.ts"
import { assertReversible, assertSimulatedPayer } from "./rules.ts"
import { NewCharge } from "./schema.ts"
import { readTarget } from "./target.ts"

export const chargeOperations = [
  operation({
    route: "POST /v1/gateways/{id}/charges/create",
    creates: true,
    noun: "gateway",
    summary:
      "Charge a payer's token through a gateway; a retry with the same key returns the same result, even when the charge was declined",
    needs: "transactions.edit",
    effect: "money",
    idempotency: "header",
    input: NewCharge,
    output: Transaction,
    subject: readTarget,
    external: { keepsKey: true, prepare: prepareCharge, onRefusal: cancelOpen, call: callGateway },
    run: (ctx, _input, _gateway, attempt) => concludeCharge(ctx, attempt),
  }),

  operation({
    route: "POST /v1/simulations/transactions/{id}/reverse",
    noun: "transaction",
    summary: "Sandbox only: the payer's bank takes a settled charge back, as banks do with a direct debit that the payer objects to",
    needs: "transactions.edit",
    effect: "money",
    input: noInput,
    output: Transaction,
    subject: readTransactionForUpdate,
    assertPossible: assertReversible,
    run: async (ctx, _input, { id, payment_intent_id }) => {
      const plan = await readPlanForUpdate(ctx, payment_intent_id)
      const current = await readTransactionForUpdate(ctx, id) // after the plan, in the same order as an event of the gateway
      assertReversible(current)
      return renderTransaction(await reverse(ctx, current, plan))
    },
  }),

  simulatedPayer("POST /v1/simulations/transactions/{id}/pay", "Sandbox only: the payer follows the simulator's instructions and pays", {
    end: "succeeded",
    action: "paid",
  }),
  simulatedPayer("POST /v1/simulations/transactions/{id}/expire", "Sandbox only: the payer ignores the instructions until they expire", {
    end: "expired",
    action: "expired",
  }),

  cancelOperation,
  gatewayPageOperation,
]

type PayerAct = { end: "succeeded" | "expired"; action: "paid" | "expired" }

/** Plays the payer of a charge that waits for one. The simulator's own record changes too, so that a look-up returns the same. */
function simulatedPayer<const R extends `POST /v1/${string}`>(route: R, summary: string, { end, action }: PayerAct) {
  return operation({
    route,
    noun: "transaction",
    summary,
    needs: "transactions.edit",
    effect: "money",
    input: noInput,
    output: Transaction,
    subject: readTransactionForUpdate,
    assertPossible: transaction => assertSimulatedPayer(transaction, action),
    run: async (ctx, _input, transaction) => {
      assertSimulatedPayer(transaction, action)
      return renderTransaction(await conclude(ctx, transaction, await endAtSimulator(ctx, transaction.id, end)))
    },
  })
}
