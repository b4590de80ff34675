import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { paymentFileProblem } from "../payouts/errors.ts"
import { paymentFileOperations } from "./operations.ts"
import { PaymentFile } from "./schema.ts"
import { resealPaymentFiles } from "./store.ts"

export const paymentFiles = slice({
  operations: withActions("payment-files", paymentFileOperations),
  chapters: {
    "payment-files": {
      part: "Money out",
      about: "A file that a person gives to the bank: SEPA credit transfers, SEPA direct debits, NACHA credits or debits.",
      guides: ["bank-files", "direct-debits"],
    },
  },
  errors: paymentFileProblem.families,
  refuses: ["PFL-", "OWN-2001", "SMR-", "TRX-"],
  events: { paymentFiles: { object: PaymentFile, actions: ["create", "update"] } },
  audits: { paymentFiles: { needs: "splits.view" } },
  reseal: resealPaymentFiles,
})
