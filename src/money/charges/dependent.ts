import type { ConnectionDependent } from "../gateway-connections/ports.ts"
import { findKnownReferences, hasOpenAt } from "../transactions/connection-store.ts"

/** Charges that have no outcome yet. The provider's balance names charges and refunds by the ids that we have stored. */
export const chargesAtConnection: ConnectionDependent = { hasOpen: hasOpenAt, findKnown: findKnownReferences }
