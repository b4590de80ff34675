/** The header of every request of this tab, once it knows its business. */
export const tenantHeader: Record<string, string> = {}

/**
 * From now on each request says which business this tab shows. If the browser has switched to another one, the service refuses it, so that
 * nothing is done in the wrong business.
 */
export const nameTenant = (id: string) => void (tenantHeader["x-tenant-id"] = id)
