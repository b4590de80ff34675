import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { resealBatches } from "./batch-store.ts"
import { importProblem } from "./errors.ts"
import { importJobs, importSweeps } from "./jobs.ts"
import { importOperations } from "./operations.ts"
import { Import } from "./schema.ts"

export const imports = slice({
  operations: withActions("imports", importOperations),
  chapters: {
    imports: {
      part: "Development",
      about:
        "An import creates objects of the rows of a CSV file, by the rules of the API. A row has a key, so that the same file " +
        "twice changes nothing.",
      guides: ["moving"],
    },
  },
  errors: importProblem.families,
  refuses: ["IMP-", "PRM-1001"],
  events: { imports: { object: Import, actions: ["create", "update"] } },
  audits: { imports: { needs: "settings.view" } },
  jobs: importJobs,
  sweeps: importSweeps,
  reseal: resealBatches,
})
