import { Problem } from "../kit/problem.ts"

export function assertInFuture(path: string, at: Date | null | undefined, now: Date) {
  if (!at || at > now) return
  const message = `${path} must be in the future`
  throw new Problem("VAL-1003", { detail: message }, [{ path, message }])
}
