import { cleanup } from "../../kit/jobs/cleanup.ts"
import { deleteExpiredLinks, deleteExpiredPortalSessions } from "./store.ts"

export const portalSweeps = [
  cleanup("delete expired links to portals", deleteExpiredLinks),
  cleanup("delete expired sessions of portals", deleteExpiredPortalSessions),
]
