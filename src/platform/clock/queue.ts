import type { Description } from "../../kit/jobs/queue.ts"
import { isId } from "../../kit/pure/id.ts"
import { isoTime } from "../../kit/pure/time.ts"
import type { TimedWork } from "./run.ts"
import type { Waiting } from "./schema.ts"
import type { WaitingRow } from "./store.ts"

/** A row of the queue in words. A job describes what it will do; otherwise its kind is shown. */
export function describe({ id, kind, payload, at }: WaitingRow, { jobs, timers }: TimedWork): Waiting {
  const description: Description = jobs[kind]?.describe?.(payload) ??
    timers.find(({ name }) => name === kind)?.describe() ?? { text: kind.replaceAll("-", " ") }
  const { text, event = null, object = objectOf(payload) } = description
  return { _id: id, at: isoTime(at), kind, text, event, object }
}

/** Most jobs name one object, by its id. */
function objectOf(payload: unknown): string | null {
  const values = Object.values(payload as Record<string, unknown>)
  return values.find((value): value is string => typeof value === "string" && isId(value)) ?? null
}
