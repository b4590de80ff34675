import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { bankLineProblem } from "./errors.ts"
import { bankLineJobs } from "./jobs.ts"
import { bankLineOperations } from "./operations.ts"
import { BankLine } from "./schema.ts"

export const bankLines = slice({
  operations: withActions("bank-lines", bankLineOperations),
  chapters: {
    "bank-lines": {
      part: "Money in",
      about: "A payment that the bank has booked on an own account. Sure evidence matches it at once; else it waits for a person.",
      guides: ["bank-statements"],
    },
  },
  errors: bankLineProblem.families,
  refuses: ["BLN-", "SMR-"],
  events: { bankLines: { object: BankLine, actions: ["update"] } },
  audits: { bankLines: { needs: "transactions.view" } },
  jobs: bankLineJobs,
})
