import { slice } from "../../kit/operation/slice.ts"
import { accountSweeps } from "./jobs.ts"
import { resealAccounts } from "./store.ts"

/** How people sign in: a password and a second factor for each person of a tenant. Later slices change them. */
export const accounts = slice({ operations: [], sweeps: accountSweeps, reseal: resealAccounts })
