import { slice } from "../../kit/operation/slice.ts"
import { chargeJobs, chargeSweeps } from "./jobs.ts"
import { chargeOperations } from "./operations.ts"

export const charges = slice({
  operations: chargeOperations,
  refuses: ["GTW-", "TRX-", "PIN-", "SMR-", "SVM-"],
  jobs: chargeJobs,
  sweeps: chargeSweeps,
})
