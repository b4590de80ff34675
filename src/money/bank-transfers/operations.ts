import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { acceptTransfer, allocateTransfer } from "./accept.ts"
import { assertUnallocated } from "./rules.ts"
import { Allocation, BankTransfer, bankTransferFilters, NewBankTransfer } from "./schema.ts"
import { listTransfers, readTransfer, readTransferForUpdate, renderBankTransfer } from "./store.ts"

export const bankTransferOperations = [
  listing({
    route: "GET /v1/bank-transfers",
    noun: "bankTransfer",
    plural: "bankTransfers",
    summary: "List incoming bank transfers, newest first; the unallocated ones name no payment intent and wait for a user to allocate them",
    needs: "transactions.view",
    filters: bankTransferFilters,
    item: BankTransfer,
    run: listTransfers,
  }),

  operation({
    route: "GET /v1/bank-transfers/{id}",
    noun: "bankTransfer",
    summary: "One bank transfer, with the payment intent it paid and its transaction",
    needs: "transactions.view",
    effect: "read",
    input: noInput,
    output: BankTransfer,
    subject: readTransfer,
    run: (_ctx, _input, transfer) => renderBankTransfer(transfer),
  }),

  operation({
    route: "POST /v1/bank-transfers/{id}/allocate",
    noun: "bankTransfer",
    summary: "Allocate an unallocated bank transfer to a payment intent: it pays the intent, and a surplus becomes the contact's credit",
    needs: "transactions.edit",
    effect: "money",
    input: Allocation,
    output: BankTransfer,
    subject: readTransferForUpdate,
    assertPossible: assertUnallocated,
    run: (ctx, { paymentIntent }, transfer) => allocateTransfer(ctx, transfer, paymentIntent),
  }),

  operation({
    route: "POST /v1/simulations/bank-transfers/create",
    creates: true,
    noun: "bankTransfer",
    summary: "Sandbox only: simulate an incoming bank transfer; the number of a payment intent in its reference allocates it",
    needs: "transactions.edit",
    effect: "money",
    input: NewBankTransfer,
    output: BankTransfer,
    run: (ctx, transfer) => acceptTransfer(ctx, transfer, { gateway: "simulator", connection_id: null }),
  }),

  timeline("bank-transfers", "transactions.view", readTransfer),
]
