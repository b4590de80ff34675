import { slice } from "../../kit/operation/slice.ts"
import { gatewayProblem } from "./errors.ts"
import { gatewayOperations } from "./operations.ts"

export const gateways = slice({
  operations: gatewayOperations,
  chapters: {
    gateways: {
      part: "Money in",
      about: "A gateway charges payers. The simulator is built in; the token of a charge decides its outcome.",
      guides: ["payments", "testing"],
    },
  },
  errors: gatewayProblem.families,
})
