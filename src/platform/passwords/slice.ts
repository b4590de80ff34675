import { slice } from "../../kit/operation/slice.ts"
import type { SignOutDependent } from "../sessions/ports.ts"
import { passwordSweeps } from "./jobs.ts"
import { passwordOperations } from "./operations.ts"

export const passwords = (dependents: readonly SignOutDependent[]) =>
  slice({
    operations: passwordOperations(dependents),
    chapters: {
      passwords: { part: "People", about: "How a person chooses, forgets and changes their password.", guides: ["people"] },
    },
    audits: { passwords: { needs: "users.view" } },
    sweeps: passwordSweeps,
  })
