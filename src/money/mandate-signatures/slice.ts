import { slice } from "../../kit/operation/slice.ts"
import { mandateSignatureJobs } from "./jobs.ts"
import { mandateSignatureOperations } from "./operations.ts"

export const mandateSignatures = slice({
  operations: mandateSignatureOperations,
  refuses: ["AUZ-", "BNK-", "TRX-", "PIN-", "APR-2005", "GTW-1002", "SMR-"],
  jobs: mandateSignatureJobs,
})
