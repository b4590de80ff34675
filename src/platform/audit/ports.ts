import type { AuditedObject } from "../../kit/operation/slice.ts"

/** Port: each slice declares how entries about its objects are shown, by the type of the object; app.ts connects them. */
export let audited: Readonly<Record<string, AuditedObject>> = {}
export const connectAuditedObjects = (objects: typeof audited) => void (audited = objects)
