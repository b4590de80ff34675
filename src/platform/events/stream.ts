import { setTimeout as wait } from "node:timers/promises"
import { allCells, perCell } from "../../kit/db/cells.ts"
import { cellOf } from "../../kit/db/directory.ts"
import { logLoopFailure } from "../../kit/db/outage.ts"
import type { Sink } from "../../kit/operation/stream.ts"
import { firstIdAt, timeOf } from "../../kit/pure/id.ts"
import { findIdsBetween, findNews, type News, readMessages } from "./store.ts"

const pollMs = 500
/** Longer than a commit takes. An older event may become visible after a newer one, so events of this period are read again. */
const overlapMs = 10_000

type StreamStart = { tenant: string; after: string; isResumed: boolean }

type Stream = Sink & {
  tenant: string
  newest: string
  /**
   * The newest ids over the last `overlapMs` of real time. Ids have the tenant's time, and a sandbox's clock may pass days in a second. The
   * window begins with the first of them.
   */
  recent: Mark[]
  /** The ids of the window that the client has, or that existed when a new stream began. */
  known: ReadonlySet<string> | undefined
}

type Mark = { id: string; at: number }

/**
 * All streams of this process in a cell share one poller, which holds no connection between its polls and ends with the last stream. Cells
 * are polled apart, so that none waits for one that does not answer.
 */
const pollers = perCell((): Poller => ({ streams: new Set(), isPolling: false }))
type Poller = { streams: Set<Stream>; isPolling: boolean }

/**
 * Sends the events after an id as they are committed, until the returned function is called. A resumed stream may repeat events that are a
 * few seconds older than the last one, because they may have been committed after it.
 */
export function openEventStream({ tenant, after, isResumed }: StreamStart, sink: Sink): () => void {
  const known = isResumed ? new Set([after]) : undefined
  const stream: Stream = { tenant, newest: after, recent: [markBefore(after)], known, ...sink }
  const closing = new AbortController()
  void join(stream, closing.signal).catch((error: unknown) => logLoopFailure(error, "the cell of a stream's tenant could not be found"))
  return () => closing.abort()
}

async function join(stream: Stream, closed: AbortSignal) {
  const poller = pollers(await cellOf(stream.tenant))
  if (closed.aborted) return
  poller.streams.add(stream)
  closed.addEventListener("abort", () => {
    for (const cell of allCells()) pollers(cell).streams.delete(stream)
  })
  if (!poller.isPolling) void poll(poller)
}

async function poll(poller: Poller) {
  poller.isPolling = true
  while (poller.streams.size > 0) {
    const isBehind = await pollOnce(poller).catch((error: unknown) => {
      logLoopFailure(error, "reading the event log for streams failed; trying again")
      return false
    })
    if (!isBehind) await wait(pollMs)
  }
  poller.isPolling = false
}

/** Returns whether a stream has more to read. Skips clients until they have read what they were sent. */
async function pollOnce(poller: Poller): Promise<boolean> {
  await Promise.all([...poller.streams].map(stream => leaveAfterMove(stream, poller)))
  const ready = [...poller.streams].filter(stream => stream.isReady())
  if (ready.length === 0) return false
  const news = await findNews(ready.map(stream => ({ tenant_id: stream.tenant, since: windowOf(stream), newest: stream.newest })))
  const isBehind = await Promise.all(ready.map((stream, i) => sendNews(stream, news[i]!)))
  return isBehind.includes(true)
}

/** A stream whose tenant was moved goes on with the poller of the other cell. */
async function leaveAfterMove(stream: Stream, poller: Poller) {
  const own = pollers(await cellOf(stream.tenant))
  if (own === poller || !poller.streams.delete(stream)) return
  own.streams.add(stream)
  if (!own.isPolling) void poll(own)
}

async function sendNews(stream: Stream, { known: count, after, isPartial }: News): Promise<boolean> {
  const { tenant, newest, known } = stream
  const inWindow = count === known?.size ? [...known] : await findIdsBetween(tenant, windowOf(stream), newest)
  const late = known ? inWindow.filter(id => !known.has(id)) : []
  if (late.length + after.length > 0) await stream.send(await readMessages(tenant, [...late, ...after]))
  stream.newest = after.at(-1) ?? newest
  const mark = markBefore(stream.newest)
  stream.recent = isPartial && mark.id > windowOf(stream) ? [mark] : withNewest(stream)
  const start = windowOf(stream)
  stream.known = new Set([...inWindow, ...after].filter(id => id >= start))
  return isPartial
}

const windowOf = ({ recent }: Stream) => recent[0]!.id

/** A stream that begins, or has much to catch up on, uses the time in the ids instead. */
const markBefore = (id: string): Mark => ({ id: firstIdAt(timeOf(id) - overlapMs), at: performance.now() })

/** Drops old marks, but keeps the latest that is at least `overlapMs` old. */
function withNewest({ recent, newest }: Stream): Mark[] {
  const at = performance.now()
  const marks = [...recent, { id: newest, at }]
  while (marks[1]!.at <= at - overlapMs) marks.shift()
  return marks
}
