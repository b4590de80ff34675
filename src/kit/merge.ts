import { refused } from "./db.ts"

/** Two trains under way and 64 aboard: more lanes make smaller batches, and the database gains nothing from them. */
const lanes = 2
const most = 64

/** Said in the place of an answer to one of a batch: it alone is refused. */
export class Refusal {
  readonly reason: unknown
  constructor(reason: unknown) {
    this.reason = reason
  }
}

/**
 * What arrives while every lane is busy leaves together with the next one. Nobody waits on a timer: alone, a request
 * departs at once; under load the batches grow by themselves.
 */
export function merge<In, Out>(work: (batch: In[]) => Promise<(Out | Refusal)[]>) {
  type Waiting = { item: In; resolve(out: Out): void; reject(error: unknown): void }
  const waiting: Waiting[] = []
  let busy = 0
  let called = false

  async function carry(batch: Waiting[]) {
    busy++
    try {
      const outs = await work(batch.map(one => one.item))
      batch.forEach((one, i) => answer(one, outs[i]!))
    } catch (error) {
      for (const one of batch) one.reject(error)
    }
    busy--
    depart()
  }

  function answer({ resolve, reject }: Waiting, out: Out | Refusal) {
    if (out instanceof Refusal) reject(out.reason)
    else resolve(out)
  }

  function depart() {
    called = false
    while (waiting.length > 0 && busy < lanes) void carry(waiting.splice(0, most))
  }

  return (item: In) =>
    new Promise<Out>((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (!called) setImmediate(depart) // those that came in the same turn of the loop come along
      called = true
    })
}

/** One bad item must not hurt its neighbours: what the database refuses is tried again by halves until the bad one stands alone. */
export async function byHalves<In, Out>(batch: In[], work: (part: In[]) => Promise<Out[]>): Promise<(Out | Refusal)[]> {
  try {
    return await work(batch)
  } catch (error) {
    if (!refused(error)) throw error // unknown what became of it: the caller asks again
    if (batch.length === 1) return [new Refusal(error)]
    const half = batch.length >> 1
    return [...(await byHalves(batch.slice(0, half), work)), ...(await byHalves(batch.slice(half), work))]
  }
}
