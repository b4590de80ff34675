import { slice } from "../../kit/operation/slice.ts"
import { weeklySummarySweeps } from "./jobs.ts"

/** What came in, went out, is late and waits for approval, mailed to people every Monday. */
export const weeklySummary = slice({ operations: [], sweeps: weeklySummarySweeps })
