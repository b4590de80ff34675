import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { bankAnswerProblem } from "./errors.ts"
import { bankAnswerJobs } from "./jobs.ts"
import { bankAnswerOperations } from "./operations.ts"
import { BankAnswer } from "./schema.ts"

export const bankAnswers = slice({
  operations: withActions("bank-answers", bankAnswerOperations),
  chapters: {
    "bank-answers": {
      part: "Money out",
      about: "What a bank answers about payment files: refusals, returns and notifications of change. Each is applied once.",
      guides: ["direct-debits", "bank-files"],
    },
  },
  errors: bankAnswerProblem.families,
  refuses: ["BAN-", "SMR-"],
  events: { bankAnswers: { object: BankAnswer, actions: ["create", "update"] } },
  audits: { bankAnswers: { needs: "splits.view" } },
  jobs: bankAnswerJobs,
})
