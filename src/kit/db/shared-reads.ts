import { type Rejected, settle, type Waiting } from "./batcher.ts"
import { type Cell, perCell } from "./cells.ts"
import { type Client, connectTo, isStatementError, releaseAfter, type ScopedRead, sendReads } from "./query.ts"
import { inTurns } from "./turns.ts"

const maxKeys = 64

/** One look-up for all keys that wait for it. */
type Read<Out> = ScopedRead & {
  resultsOf(rows: object[]): Out[]
  /** Looks up again, by itself and in parts, what the database refused. */
  retry(cause: unknown): Promise<(Out | Rejected)[]>
}
/** The same with its requests: it is part of a packet, and answers them. */
type Part = ScopedRead & { answer(rows: object[]): void; refuse(error: unknown): void }

/** Returns a function that looks up a key of a cell. Look-ups of all kinds that wait at the same time are sent to the database together. */
export function sharedRead<Key, Out>(cell: Cell, readOf: (keys: Key[]) => Read<Out>): (key: Key) => Promise<Out> {
  const queue: Waiting<Key, Out>[] = []
  const packets = packetsOf(cell)

  function take(): Part {
    const batch = queue.splice(0, maxKeys)
    if (queue.length > 0) packets.add(take)
    const rejectAll = (error: unknown) => batch.forEach(each => each.reject(error))
    const settleAll = (results: (Out | Rejected)[]) => batch.forEach((each, i) => settle(each, results[i]!))
    const { resultsOf, retry, ...read } = readOf(batch.map(({ item }) => item))
    return {
      ...read,
      answer(rows) {
        try {
          settleAll(resultsOf(rows))
        } catch (error) {
          rejectAll(error)
        }
      },
      refuse: error => (isStatementError(error) ? void retry(error).then(settleAll, rejectAll) : rejectAll(error)),
    }
  }
  return item =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ item, resolve, reject })
      packets.add(take)
    })
}

/** Look-ups whose keys wait for the next packet to a cell. A slow look-up holds up the others only until a second packet leaves. */
const packetsOf = perCell(cell => {
  const ready = new Set<() => Part>()

  function run() {
    const takes = [...ready]
    ready.clear()
    return send(
      cell,
      takes.map(take => take()),
    )
  }
  const start = inTurns({ waiting: () => ready.size, full: Infinity, run })

  return {
    add(take: () => Part) {
      ready.add(take)
      start()
    },
  }
})

async function send(cell: Cell, parts: Part[]) {
  try {
    const results = await readOn(await connectTo(cell, "pool"), cell, parts)
    results.forEach((result, i) => (result.status === "fulfilled" ? parts[i]!.answer(result.value) : parts[i]!.refuse(result.reason)))
  } catch (error) {
    for (const part of parts) part.refuse(error)
  }
}

async function readOn(client: Client, cell: Cell, parts: Part[]) {
  try {
    const results = await sendReads(client, parts)
    client.release()
    return results
  } catch (error) {
    throw releaseAfter(error, client, cell)
  }
}
