import { cleanup } from "../../kit/jobs/cleanup.ts"
import { deleteExpiredSessions } from "./store.ts"

export const sessionSweeps = [cleanup("delete expired sessions", deleteExpiredSessions)]
