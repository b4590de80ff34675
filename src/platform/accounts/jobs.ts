import { cleanup } from "../../kit/jobs/cleanup.ts"
import { deleteOldAttempts } from "./attempts-store.ts"

export const accountSweeps = [cleanup("forget failed sign-ins", deleteOldAttempts)]
