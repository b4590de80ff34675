import { slice } from "../../kit/operation/slice.ts"
import { directDebitSweeps, directDebitTimers } from "./jobs.ts"
import { directDebitOperations } from "./operations.ts"

export const directDebits = slice({
  operations: directDebitOperations,
  refuses: ["AUZ-", "TRX-", "PIN-", "APR-2005", "SMR-"],
  sweeps: directDebitSweeps,
  timers: directDebitTimers,
})
