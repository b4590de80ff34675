import { generalProblem } from "./errors.ts"

/** A sum as a number of an answer. One that JSON numbers can't express exactly is refused. */
export function exactNumber(sum: bigint): number {
  if (!Number.isSafeInteger(Number(sum))) throw generalProblem("GEN-1020")
  return Number(sum)
}

/** Refuses an answer with a sum that is rounded, in any depth: a wrong figure is worse than none. */
export function assertExactSums<T>(answer: T): T {
  const isRounded = (value: unknown): boolean =>
    typeof value === "number"
      ? Number.isInteger(value) && !Number.isSafeInteger(value)
      : typeof value === "object" && value !== null && Object.values(value).some(isRounded)
  if (isRounded(answer)) throw generalProblem("GEN-1020")
  return answer
}
