import { cleanup } from "../../kit/jobs/cleanup.ts"
import { slice } from "../../kit/operation/slice.ts"
import { deviceLoginProblem } from "./errors.ts"
import { deviceLoginOperations } from "./operations.ts"
import { deleteExpiredDeviceLogins } from "./store.ts"

export const deviceLogins = slice({
  operations: deviceLoginOperations,
  chapters: {
    "device-logins": {
      part: "People",
      about: "How a command line gets a key: it shows a code, and a person who is signed in lets it in.",
      guides: ["command-line", "authentication"],
      after: "dev/api-keys",
    },
  },
  errors: deviceLoginProblem.families,
  sweeps: [{ ...cleanup("delete expired device logins", deleteExpiredDeviceLogins), isForInstallation: true }],
})
