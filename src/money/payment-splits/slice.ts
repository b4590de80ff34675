import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { paymentSplitOperations } from "./operations.ts"
import { PaymentSplit } from "./schema.ts"

export const paymentSplits = slice({
  operations: withActions("payment-splits", paymentSplitOperations),
  chapters: {
    "payment-splits": {
      part: "Money out",
      about: "A payment split is a partner's share of a payment intent. It is earned as the money arrives.",
      guides: ["payments"],
    },
  },
  refuses: ["SPL-", "PIN-", "APR-2005", "APR-2008", "APR-2009", "SMR-"],
  events: { splitIntents: { object: PaymentSplit, actions: ["create", "update", "delete"] } },
  audits: { splitIntents: { needs: "splits.view" } },
})
