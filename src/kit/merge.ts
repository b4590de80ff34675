/** Two trains under way and 64 aboard: more lanes make smaller batches, and the database gains nothing from them. */
const lanes = 2
const most = 64

/**
 * What arrives while every lane is busy leaves together with the next one. Nobody waits on a timer: alone, a request
 * departs at once; under load the batches grow by themselves.
 */
export function merge<In, Out>(work: (batch: In[]) => Promise<Out[]>) {
  type Waiting = { item: In; resolve(out: Out): void; reject(error: unknown): void }
  const waiting: Waiting[] = []
  let busy = 0
  let called = false

  async function carry(batch: Waiting[]) {
    busy++
    try {
      const outs = await work(batch.map(one => one.item))
      batch.forEach((one, i) => one.resolve(outs[i]!))
    } catch (error) {
      for (const one of batch) one.reject(error)
    }
    busy--
    depart()
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
