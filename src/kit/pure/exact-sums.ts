import { generalProblem } from "./errors.ts"

declare global {
  /** What Node has and TypeScript's library does not name yet. */
  interface JSON {
    rawJSON(text: string): number
    isRawJSON(value: unknown): boolean
    parse(text: string, reviver: (name: string, value: unknown, context: { source?: string }) => unknown): unknown
  }
}

/** A sum as a number of an answer. One that JSON numbers can't express exactly is refused. */
export function exactNumber(sum: bigint): number {
  if (!Number.isSafeInteger(Number(sum))) throw generalProblem("GEN-1020")
  return Number(sum)
}

/**
 * A sum that is also in events and audit entries, which can't be refused because the money has moved: JSON.stringify writes all of its
 * digits. One above 2^53 − 1 is no number here, so nothing may compute with it.
 */
export const writtenSum = (digits: string): number => (isExact(Number(digits)) ? Number(digits) : JSON.rawJSON(digits))

/** Reads JSON that we have stored, and keeps all digits of such sums for when it is written again. */
export const parseStored = (text: string): unknown => (/\d{16}/.test(text) ? JSON.parse(text, keepDigits) : JSON.parse(text))

const keepDigits = (_name: string, value: unknown, { source }: { source?: string }) =>
  typeof value === "number" && source !== undefined && !isExact(value) ? JSON.rawJSON(source) : value

/** Refuses an answer with a sum that readers would round, in any depth: a wrong figure is worse than none. */
export function assertExactSums<T>(answer: T): T {
  const isRounded = (value: unknown): boolean =>
    typeof value === "number"
      ? !isExact(value)
      : typeof value === "object" && value !== null && (JSON.isRawJSON(value) || Object.values(value).some(isRounded))
  if (isRounded(answer)) throw generalProblem("GEN-1020")
  return answer
}

const isExact = (value: number) => !Number.isInteger(value) || Number.isSafeInteger(value)
