import { z } from "zod"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { bookFilePayments } from "./book-file.ts"
import { matchStatement } from "./match-statement.ts"

const FilePayments = z.object({ line: z.string() })
const MatchLines = z.object({ statement: z.string() })

export const bankLineJobs: Jobs = {
  /** Books the lines whose evidence is sure, and suggests what others may be. A repeat after a crash finds the booked ones matched. */
  "match-bank-lines": {
    describe: () => ({ text: "The lines of a bank statement are matched", event: "bankLines.update" }),
    run: (tenant, payload) => matchStatement(tenant, MatchLines.parse(payload).statement),
  },

  "book-file-payments": {
    describe: () => ({ text: "The payments of a file that the bank has booked as one sum are confirmed" }),
    run: (tenant, payload) => bookFilePayments(tenant, FilePayments.parse(payload).line),
  },
}
