import { cleanup } from "../../kit/jobs/cleanup.ts"
import { deleteExpiredTokens } from "./store.ts"

export const passwordSweeps = [cleanup("delete expired links for passwords", deleteExpiredTokens)]
