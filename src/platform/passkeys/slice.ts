import { cleanup } from "../../kit/jobs/cleanup.ts"
import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { passkeyProblem } from "./errors.ts"
import { passkeyOperations } from "./operations.ts"
import { deleteExpiredChallenges } from "./store.ts"

export const passkeys = slice({
  operations: withActions("passkeys", passkeyOperations),
  chapters: {
    passkeys: {
      part: "People",
      about: "A passkey signs a person in with their device instead of a password and a code, and confirms that it is them.",
      guides: ["people"],
    },
  },
  errors: passkeyProblem.families,
  audits: { passkeys: { needs: "users.view" } },
  sweeps: [{ ...cleanup("delete expired challenges of passkeys", deleteExpiredChallenges), isForInstallation: true }],
})
