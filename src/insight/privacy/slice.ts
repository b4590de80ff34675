import { slice } from "../../kit/operation/slice.ts"
import { privacyJobs } from "./jobs.ts"
import { privacyOperations } from "./operations.ts"

export const privacy = slice({ operations: privacyOperations, jobs: privacyJobs })
