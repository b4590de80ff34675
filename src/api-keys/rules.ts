import { invalid } from "../kit/problem.ts"

export function assertInFuture(path: string, at: Date | null | undefined, now: Date) {
  if (at && at <= now) throw invalid(path, "must be in the future")
}
