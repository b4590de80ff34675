import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { splitProblem } from "./errors.ts"
import { partnershipOperations } from "./operations.ts"
import { Partnership } from "./schema.ts"

export const partnerships = slice({
  operations: withActions("partnerships", partnershipOperations),
  errors: splitProblem.families,
  refuses: ["GEN-1010", "SMR-"],
  events: { partnerships: { object: Partnership, actions: ["create", "update"] } },
})
