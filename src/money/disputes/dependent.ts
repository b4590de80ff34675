import type { ConnectionDependent } from "../gateway-connections/ports.ts"
import { findKnownReferences, hasOpenAt } from "./store.ts"

export const disputesAtConnection: ConnectionDependent = { hasOpen: hasOpenAt, findKnown: findKnownReferences }
