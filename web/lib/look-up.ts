import { request } from "../client.ts"

type Row = { _id: string; createdAt: string }
type Waiting = { id: string; resolve(row: Row | undefined): void; reject(error: unknown): void }

const queues = new Map<string, Waiting[]>()
const maxIds = 100

/** Reads objects by id. Reads that a page makes at the same time become one request per resource. */
export function lookUp(resource: string, id: string): Promise<Row | undefined> {
  const queue = queues.get(resource)
  const { promise, resolve, reject } = Promise.withResolvers<Row | undefined>()
  if (queue) queue.push({ id, resolve, reject })
  else {
    queues.set(resource, [{ id, resolve, reject }])
    setTimeout(() => void flush(resource), 5)
  }
  return promise
}

async function flush(resource: string) {
  const waiting = queues.get(resource) ?? []
  queues.delete(resource)
  const ids = [...new Set(waiting.map(({ id }) => id))]
  for (let from = 0; from < ids.length; from += maxIds) {
    const some = ids.slice(from, from + maxIds)
    const asked = waiting.filter(({ id }) => some.includes(id))
    try {
      const { data } = (await request(`GET /v1/${resource}`, { "_id[in]": some.join(","), limit: maxIds })) as { data: Row[] }
      for (const { id, resolve } of asked) resolve(data.find(row => row._id === id))
    } catch (error) {
      for (const { reject } of asked) reject(error)
    }
  }
}
