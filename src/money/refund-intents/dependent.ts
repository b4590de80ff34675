import type { ConnectionDependent } from "../gateway-connections/ports.ts"
import { hasOpenAt } from "./store.ts"

/** Refunds that are not paid yet, drafts too: they need the credentials once a person releases them. */
export const refundsAtConnection: ConnectionDependent = { hasOpen: hasOpenAt }
