import { slice } from "../../kit/operation/slice.ts"
import { paymentSplitOperations } from "./operations.ts"
import { PaymentSplit } from "./schema.ts"

export const paymentSplits = slice({
  operations: paymentSplitOperations,
  refuses: ["SPL-", "PIN-", "SMR-"],
  events: { splitIntents: { object: PaymentSplit, actions: ["create", "update", "delete"] } },
})
