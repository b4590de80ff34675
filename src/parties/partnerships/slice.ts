import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { splitProblem } from "./errors.ts"
import { partnershipOperations } from "./operations.ts"
import type { AssertMayReclassify } from "./ports.ts"
import { Partnership } from "./schema.ts"

export const partnerships = (assertMayReclassify: AssertMayReclassify) =>
  slice({
    operations: withActions("partnerships", partnershipOperations(assertMayReclassify)),
    chapters: {
      partnerships: {
        part: "Parties",
        about: "A partnership is an agent, institution or supplier that gets a share of payments by its split terms.",
        guides: ["payments", "payouts"],
      },
    },
    errors: splitProblem.families,
    refuses: ["GEN-1010", "SMR-", "APR-2009"],
    events: { partnerships: { object: Partnership, actions: ["create", "update"] } },
  })
