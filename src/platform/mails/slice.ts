import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { mailProblem } from "./errors.ts"
import { mailJobs, mailSweeps } from "./jobs.ts"
import { mailOperations } from "./operations.ts"
import { resealMails } from "./store.ts"

export const mails = slice({
  operations: withActions("dev/mails", mailOperations),
  chapters: {
    "dev/mails": {
      part: "Development",
      about: "E-mails to payers, partners and people, and whether they arrived.",
      guides: ["mails", "operations"],
      after: "dev/events",
    },
  },
  jobs: mailJobs,
  sweeps: mailSweeps,
  errors: mailProblem.families,
  reseal: resealMails,
})
