import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { colleagueOperations } from "./colleague-operations.ts"
import { sessionSweeps } from "./jobs.ts"
import { sessionOperations } from "./operations.ts"
import type { SignOutDependent } from "./ports.ts"

export const sessions = (dependents: readonly SignOutDependent[]) =>
  slice({
    operations: [...withActions("sessions", sessionOperations(dependents)), ...colleagueOperations(dependents)],
    chapters: {
      sessions: { part: "People", about: "A session is a browser in which a person is signed in.", guides: ["people", "authentication"] },
    },
    audits: { sessions: { needs: "users.view" } },
    sweeps: sessionSweeps,
  })
