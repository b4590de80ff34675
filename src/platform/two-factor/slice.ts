import { slice } from "../../kit/operation/slice.ts"
import type { SignOutDependent } from "../sessions/ports.ts"
import { twoFactorProblem } from "./errors.ts"
import { twoFactorOperations } from "./operations.ts"

export const twoFactor = (dependents: readonly SignOutDependent[]) =>
  slice({
    operations: twoFactorOperations(dependents),
    chapters: {
      "two-factor": {
        part: "People",
        about: "The second factor of a person: codes of an authenticator app, and recovery codes.",
        guides: ["people"],
      },
    },
    errors: twoFactorProblem.families,
    refuses: ["TFA-1001"],
    audits: { twoFactor: { needs: "users.view" } },
  })
