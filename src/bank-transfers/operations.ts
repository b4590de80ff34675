import { timeline } from "../audit/timeline.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { Problem } from "../kit/problem.ts"
import { acceptTransfer, allocateTransfer } from "./accept.ts"
import { Allocation, BankTransfer, bankTransferFilters, NewBankTransfer } from "./schema.ts"
import { listTransfers, readTransfer, shownTransfer, takeTransfer } from "./store.ts"

export const bankTransferOperations = [
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
    route: "GET /v1/bank-transfers/{id}",
    noun: "bankTransfer",
    summary: "One bank transfer, with the payment intent it paid and the transaction it became",
    needs: "transactions.view",
    effect: "read",
    input: nothing,
    output: BankTransfer,
    subject: readTransfer,
    run: (_ctx, _input, transfer) => shownTransfer(transfer),
  }),

  operation({
    route: "POST /v1/bank-transfers/{id}/allocate",
    noun: "bankTransfer",
    summary: "Say what an unallocated bank transfer is for: it pays that payment intent, and what is over becomes the contact's credit",
    needs: "transactions.edit",
    effect: "money",
    input: Allocation,
    output: BankTransfer,
    subject: takeTransfer,
    run: (ctx, { paymentIntent }, transfer) => allocateTransfer(ctx, transfer, paymentIntent),
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

  timeline("bank-transfers", "transactions.view", readTransfer),
]
