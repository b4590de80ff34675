import { generalProblem } from "./errors.ts"

/** Converts a sum for a response. Refuses a sum that JSON numbers can't express exactly. */
export function exactNumber(sum: bigint): number {
  if (!Number.isSafeInteger(Number(sum))) throw generalProblem("GEN-1020")
  return Number(sum)
}

/** Refuses a response with a rounded sum at any depth: a wrong figure is worse than none. */
export function assertExactSums<T>(answer: T): T {
  const isRounded = (value: unknown): boolean =>
    typeof value === "number"
      ? Number.isInteger(value) && !Number.isSafeInteger(value)
      : typeof value === "object" && value !== null && Object.values(value).some(isRounded)
  if (isRounded(answer)) throw generalProblem("GEN-1020")
  return answer
}
