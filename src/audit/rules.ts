import type { AuditRow } from "./store.ts"

/** What a link's hash covers, in a fixed order: every field of the entry, and with `previous` all entries before it. */
export function sealedText(previous: string, row: AuditRow): string {
  const {
    tenant_id,
    id,
    at,
    user_id,
    user_type,
    door,
    client,
    address,
    request_id,
    operation,
    action,
    object_type,
    object_id,
    before,
    after,
  } = row
  const fields = [
    tenant_id,
    id,
    at.toISOString(),
    user_id,
    user_type,
    door,
    client,
    address,
    request_id,
    operation,
    action,
    object_type,
    object_id,
  ]
  return JSON.stringify([previous, ...fields, before, after])
}

/** What the first link leans on. */
export const origin = "countersign"
