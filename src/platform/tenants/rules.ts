import { missingPermission, type Permission, type Role } from "../../kit/pure/permissions.ts"
import { generalProblem } from "../../kit/pure/errors.ts"

/** Nobody grants, changes or deletes what holds more than they do: users, API keys and whatever else acts with a role. */
export function assertHoldsAll(held: ReadonlySet<Permission>, role: Role) {
  const permission = missingPermission(held, role)
  if (permission) throw generalProblem("PRM-1002", { role, permission })
}

type Owner = { type: "person" | "api-key"; role: Role; active: boolean }

/** A tenant always has one: a person who can sign in and name others. */
export const isActiveSuperAdmin = ({ type, role, active }: Owner) => type === "person" && role === "super-admin" && active

const unitMs = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1_000 }

/** P1DT2H in milliseconds. Months and years have no fixed length, so the schema does not accept them. */
export function durationMs(text: string): number {
  return [...text.matchAll(/(\d+)([WDHMS])/g)].reduce((sum, [, n, unit]) => sum + Number(n) * unitMs[unit as keyof typeof unitMs], 0)
}

/** How far a sandbox clock may be ahead in total: the time in an id has a limited range. */
export const maxClockOffsetMs = 50 * 365 * unitMs.D
