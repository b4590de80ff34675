import { invalidField } from "../../kit/pure/errors.ts"

export function assertInFuture(path: string, at: Date | null | undefined, now: Date) {
  if (at && at <= now) throw invalidField(path, "must be in the future")
}
