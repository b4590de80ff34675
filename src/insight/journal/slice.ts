import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { closeOperations } from "./close-operations.ts"
import { journalProblem } from "./errors.ts"
import { journalJobs } from "./jobs.ts"
import { journalOperations } from "./operations.ts"
import { JournalClose } from "./schema.ts"

export const journal = slice({
  operations: [...journalOperations, ...withActions("journal-closes", closeOperations)],
  chapters: {
    journal: {
      part: "Reports",
      about: "Every movement of money for your accounting program, in your own accounts.",
      guides: ["books"],
    },
    "journal-closes": {
      part: "Reports",
      about: "Months of the journal that are closed: nothing is dated in them any more.",
      guides: ["books"],
      after: "journal",
    },
  },
  errors: journalProblem.families,
  refuses: ["JRN-", "APR-2001", "APR-2005", "APR-2008"],
  events: { journalCloses: { object: JournalClose, actions: ["create", "update"] } },
  audits: { journalCloses: { needs: "journal.view" }, journalAccounts: { needs: "journal.view" } },
  jobs: journalJobs,
})
