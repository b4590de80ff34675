import { cleanup } from "../../kit/jobs/cleanup.ts"
import type { Sweep } from "../../kit/jobs/queue.ts"
import { deleteOldAttempts } from "./attempts-store.ts"
import { deleteExpiredEnrolments } from "./store.ts"

export const accountSweeps: Sweep[] = [
  { ...cleanup("forget failed sign-ins", deleteOldAttempts), isForInstallation: true },
  cleanup("delete expired enrolments", deleteExpiredEnrolments),
]
