import { beyond, type Permission, type Role } from "../kit/permissions.ts"
import { Problem } from "../kit/problem.ts"

/** Nobody grants more than they hold. */
export function assertMayGrant(held: ReadonlySet<Permission>, role: Role) {
  const permission = beyond(held, role)
  if (permission) throw new Problem("PRM-1002", { role, permission })
}

const unitMs = { W: 604_800_000, D: 86_400_000, H: 3_600_000, M: 60_000, S: 1_000 }

/** P1DT2H in milliseconds. Months and years have no fixed length, so they are not taken. */
export function durationMs(text: string): number {
  return [...text.matchAll(/(\d+)([WDHMS])/g)].reduce((sum, [, n, unit]) => sum + Number(n) * unitMs[unit as keyof typeof unitMs], 0)
}

/** A sandbox may run ahead by this much in all: beyond it dates would leave what an id can say. */
export const aheadMostMs = 50 * 365 * unitMs.D
