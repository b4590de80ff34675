import { cleanup } from "../../kit/jobs/cleanup.ts"
import { deleteOldNotices } from "./store.ts"

export const noticeSweeps = [cleanup("delete notices older than 90 days", deleteOldNotices)]
