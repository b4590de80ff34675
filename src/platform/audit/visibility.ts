import type { Context } from "../../kit/db/context.ts"
import { permissions, type Permission } from "../../kit/pure/permissions.ts"
import { audited } from "./ports.ts"

type Fields = Record<string, unknown>

const viewPermissions = permissions.filter(permission => permission.endsWith(".view"))

/**
 * The types of objects whose entries a caller may see: those whose objects the caller may see. Undefined means all types, and the list
 * needs no condition. Only callers who may see all objects see a type without a permission.
 */
export function visibleTypes(held: ReadonlySet<Permission>): string[] | undefined {
  const seen = viewPermissions.filter(permission => held.has(permission))
  if (seen.length === viewPermissions.length) return undefined
  const declared = Object.keys(audited).filter(type => {
    const { needs } = audited[type]!
    return needs !== undefined && held.has(needs)
  })
  return [...seen.map(permission => permission.replace(/\.view$/, "")), ...declared]
}

export const maskFields = (type: string, fields: Fields | null, caller: Context["caller"]): Fields | null =>
  fields && (audited[type]?.mask?.(fields, caller) ?? fields)
