import { t } from "./translate.ts"

/** One request of a run over several objects. Its key stays, so that trying again repeats the request and takes effect once. */
export type BulkItem = {
  /** The object, and what its request names in the path: the same, or the request for approval of the object. */
  id: string
  target: string
  name: string
  input: Record<string, unknown>
  key: string
  state: "waiting" | "running" | "done" | "failed"
  /** Why it failed. */
  why?: string
}

/** One verb for several objects: a request for each, because the API works on one object at a time. */
export type BulkRun = { label: string; route: string; items: readonly BulkItem[] }

/** As many requests as run at the same time. */
const parallel = 4

/** What became of one request; after `stop` and `isOver` no other is sent. A request that may have taken effect says so by its `why`. */
type Outcome = "done" | { why: string; isOver?: true } | "stop"

/**
 * Sends the requests, a few at a time, and tells the state of each as it changes. `isStopped` is asked before each request: those under way
 * are awaited, because they may take effect.
 */
export async function runEach(
  items: readonly BulkItem[],
  send: (item: BulkItem) => Promise<Outcome>,
  tell: (item: BulkItem) => void,
  isStopped: () => boolean,
): Promise<void> {
  const waiting = items.filter(({ state }) => state !== "done")
  let isOver = false
  const work = async () => {
    while (!isOver && !isStopped()) {
      const item = waiting.shift()
      if (!item) return
      const { why: _, ...rest } = item
      tell({ ...rest, state: "running" })
      const outcome = await send(item)
      if (outcome === "stop" || (outcome !== "done" && outcome.isOver)) isOver = true
      tell(
        outcome === "done"
          ? { ...rest, state: "done" }
          : outcome === "stop"
            ? { ...rest, state: "waiting" }
            : { ...rest, state: "failed", why: outcome.why },
      )
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
}

/** Why nobody knows what became of a request. */
export const noAnswer = t`No answer came. Trying again repeats the same request: it takes effect once.`

/** A run as it was when its page was left: what was being sent then may have taken effect. */
export const interrupted = ({ items, ...run }: BulkRun): BulkRun => ({
  ...run,
  items: items.map(item =>
    item.state === "running"
      ? {
          ...item,
          state: "failed",
          why: t`The page was left before the answer came. Trying again repeats the same request: it takes effect once.`,
        }
      : item,
  ),
})

export const countOf = ({ items }: BulkRun, state: BulkItem["state"]) => items.filter(item => item.state === state).length
