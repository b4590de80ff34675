import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { bankTransferOperations } from "./operations.ts"
import { BankTransfer } from "./schema.ts"

export const bankTransfers = slice({
  operations: withActions("bank-transfers", bankTransferOperations),
  chapters: {
    "bank-transfers": {
      part: "Money in",
      about: "An incoming bank transfer pays the payment intent that its reference names, or waits to be allocated.",
      guides: ["payments"],
    },
  },
  refuses: ["TRX-2002", "TRX-2005", "TRX-2006", "SMR-"],
  events: { bankTransfers: { object: BankTransfer, actions: ["create", "update"] } },
  audits: { bankTransfers: { needs: "transactions.view" } },
})
