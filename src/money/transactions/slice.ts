import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { transactionProblem } from "./errors.ts"
import { transactionOperations } from "./operations.ts"
import { Transaction } from "./schema.ts"

export const transactions = slice({
  operations: withActions("transactions", transactionOperations),
  chapters: {
    transactions: {
      part: "Money in",
      about: "A transaction is one payment or refund, with its status, method and amounts.",
      guides: ["payments"],
    },
  },
  errors: transactionProblem.families,
  refuses: ["TRX-", "PIN-", "APR-2005", "SMR-"],
  events: { transactions: { object: Transaction, actions: ["create", "update"] } },
})
