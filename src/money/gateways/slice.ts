import { slice } from "../../kit/operation/slice.ts"
import { gatewayProblem } from "./errors.ts"
import { gatewayJobs } from "./jobs.ts"

export const gateways = slice({
  operations: [],
  chapters: {
    gateways: {
      part: "Money in",
      about: "A gateway charges payers. The simulator is built in; the token of a charge decides its outcome.",
      guides: ["payments", "testing"],
    },
  },
  jobs: gatewayJobs,
  errors: gatewayProblem.families,
})
