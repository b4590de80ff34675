import { cleanup } from "../../kit/jobs/cleanup.ts"
import { deleteExpired } from "./store.ts"

export const portalSweeps = [cleanup("delete expired links and sessions of portals", deleteExpired)]
