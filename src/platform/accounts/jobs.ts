import { cleanup } from "../../kit/jobs/cleanup.ts"
import { deleteOldAttempts } from "./attempts-store.ts"
import { deleteExpiredEnrolments } from "./store.ts"

export const accountSweeps = [
  cleanup("forget failed sign-ins", deleteOldAttempts),
  cleanup("delete expired enrolments", deleteExpiredEnrolments),
]
