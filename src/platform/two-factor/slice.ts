import { slice } from "../../kit/operation/slice.ts"
import type { SignOutDependent } from "../sessions/ports.ts"
import { twoFactorProblem } from "./errors.ts"
import { twoFactorOperations } from "./operations.ts"

export const twoFactor = (dependents: readonly SignOutDependent[]) =>
  slice({
    operations: twoFactorOperations(dependents),
    errors: twoFactorProblem.families,
    refuses: ["TFA-1001"],
    audits: { twoFactor: { needs: "users.view" } },
  })
