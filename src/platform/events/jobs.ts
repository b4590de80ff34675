import { cleanup } from "../../kit/jobs/cleanup.ts"
import { deleteOldEvents } from "./store.ts"

export const eventSweeps = [cleanup("delete events older than 90 days", deleteOldEvents)]
