import { slice } from "../../kit/operation/slice.ts"
import { mailJobs } from "./jobs.ts"
import { mailOperations } from "./operations.ts"

export const mails = slice({ operations: mailOperations, jobs: mailJobs })
