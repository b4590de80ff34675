import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { transactionProblem } from "./errors.ts"
import { transactionOperations } from "./operations.ts"
import { Transaction } from "./schema.ts"

export const transactions = slice({
  operations: withActions("transactions", transactionOperations),
  errors: transactionProblem.families,
  refuses: ["TRX-", "PIN-", "APR-2005", "SMR-"],
  events: { transactions: { object: Transaction, actions: ["create", "update"] } },
})
