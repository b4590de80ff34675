import { isSealed, seal, unseal } from "../../kit/service/crypto.ts"
import { memoize } from "../../kit/service/memoize.ts"

/** The key that signs a tenant's payment links, as it is stored. */
export const sealLinkKey = (linkKey: string, tenant: string) => seal(linkKey, linkKeyPlace(tenant))

/** Memoized, because every request needs it. A key that an earlier version stored unsealed works until the sweep has sealed it. */
export const unsealLinkKey = memoize((stored: string, tenant: string) => (isSealed(stored) ? unseal(stored, linkKeyPlace(tenant)) : stored))

const linkKeyPlace = (tenant: string) => `${tenant} link key`
