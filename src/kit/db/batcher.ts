import { isStatementError } from "./query.ts"
import { inTurns } from "./turns.ts"

const maxBatchSize = 64

/** Takes the place of the result of an item that failed. */
export class Rejected {
  readonly reason: unknown
  constructor(reason: unknown) {
    this.reason = reason
  }
}

export type Waiting<In, Out> = { item: In; resolve(out: Out): void; reject(error: unknown): void }

export function settle<Out>({ resolve, reject }: Waiting<unknown, Out>, result: Out | Rejected) {
  if (result instanceof Rejected) reject(result.reason)
  else resolve(result)
}

/**
 * Collects items while a batch is busy and processes them together with the next one. No item waits for others to come: a single item is
 * processed at once, and under load the batches grow by themselves.
 */
export function batcher<In, Out>(process: (batch: In[]) => Promise<(Out | Rejected)[]>) {
  const queue: Waiting<In, Out>[] = []

  async function run() {
    const batch = queue.splice(0, maxBatchSize)
    try {
      const results = await process(batch.map(each => each.item))
      batch.forEach((each, i) => settle(each, results[i]!))
    } catch (error) {
      for (const each of batch) each.reject(error)
    }
  }
  const start = inTurns({ waiting: () => queue.length, full: maxBatchSize, run })

  return (item: In) =>
    new Promise<Out>((resolve, reject) => {
      queue.push({ item, resolve, reject })
      start()
    })
}

/**
 * Repeats a rejected batch in halves until the bad item is alone, so that it does not fail the others. Each part gets the error of the
 * whole as `cause`.
 */
export async function bisectFailures<In, Out>(
  batch: In[],
  process: (part: In[], cause?: unknown) => Promise<Out[]>,
  cause?: unknown,
): Promise<(Out | Rejected)[]> {
  try {
    return await process(batch, cause)
  } catch (error) {
    if (!isStatementError(error)) throw error // unknown whether it was committed, so it must not be repeated here
    if (batch.length === 1) return [new Rejected(error)]
    const half = batch.length >> 1
    return [...(await bisectFailures(batch.slice(0, half), process, error)), ...(await bisectFailures(batch.slice(half), process, error))]
  }
}
