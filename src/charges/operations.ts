import { readGateway } from "../gateways/registry.ts"
import { listing, operation } from "../kit/operation.ts"
import { Problem } from "../kit/problem.ts"
import { Transaction } from "../transactions/schema.ts"
import { callGateway, concludeCharge, prepareCharge } from "./charge.ts"
import { BankTransfer, bankTransferFilters, NewBankTransfer, NewCharge } from "./schema.ts"
import { listTransfers } from "./store.ts"
import { acceptTransfer } from "./transfer.ts"

export const chargeOperations = [
  operation({
    route: "POST /v1/gateways/{id}/charges/create",
    noun: "gateway",
    summary: "Charge a payer through a gateway, by token; a declined charge is an answer and is replayed like one",
    needs: "transactions.edit",
    effect: "money",
    idempotency: "header",
    input: NewCharge,
    output: Transaction,
    subject: readGateway,
    outside: { prepare: prepareCharge, call: callGateway },
    run: (ctx, _input, _gateway, onItsWay) => concludeCharge(ctx, onItsWay),
  }),

  listing({
    route: "GET /v1/bank-transfers",
    noun: "bankTransfer",
    plural: "bankTransfers",
    summary: "Incoming bank transfers; the unallocated ones named no payment intent and wait for somebody who knows",
    needs: "transactions.view",
    filters: bankTransferFilters,
    item: BankTransfer,
    run: listTransfers,
  }),

  operation({
    route: "POST /v1/simulations/bank-transfers/create",
    noun: "bankTransfer",
    summary: "Sandbox only: let a bank transfer come in; a payment intent's number in its reference allocates it",
    needs: "transactions.edit",
    effect: "money",
    input: NewBankTransfer,
    output: BankTransfer,
    run(ctx, transfer) {
      if (ctx.tenant.mode !== "sandbox") throw new Problem("TNT-1001")
      return acceptTransfer(ctx, transfer, "simulator")
    },
  }),
]
