import { register, Registry } from "@prometheus-io/client"
import { log } from "../kit/service/log.ts"
import type { Metrics } from "./channel.ts"

/** A process that takes longer, because it is frozen or busy, or that fails to answer is shown as it was the last time. */
const maxWaitMs = 2_000

type Source = { id: number; read(): Promise<Metrics> }

/**
 * Adds up the metrics of all processes of a service. What a process had counted when it was shown last stays in the sums after its end: a
 * counter that goes back would look to Prometheus like a restart, and all that was counted before would be counted again.
 */
export function createMetricsSum() {
  const latest = new Map<number, Metrics>()
  let ended: Metrics = []
  let ending = Promise.resolve()

  async function refresh({ id, read }: Source) {
    const metrics = await orNothing(read())
    if (metrics) latest.set(id, metrics)
  }

  async function addToEnded(id: number) {
    const sum = await Registry.aggregate([ended, (latest.get(id) ?? []).filter(isCounted)]).getMetricsAsJSON()
    ended = sum
    latest.delete(id) // in the same moment, so that it is never counted twice or not at all
  }

  return {
    /** Reads what a process has counted, before it is told to stop. */
    refresh,
    async render(sources: Source[]): Promise<string> {
      await Promise.all(sources.map(refresh))
      return Registry.aggregate([await readOwn(), ...latest.values(), ended]).metrics()
    },
    /** After the end of a process. One after the other, because each adds to the same sums. */
    end: (id: number) => (ending = ending.then(() => addToEnded(id))),
  }
}

async function orNothing(reading: Promise<Metrics>): Promise<Metrics | undefined> {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), maxWaitMs)
  try {
    return await Promise.race([reading, late])
  } catch (error) {
    log.warn({ error }, "a process could not tell its metrics")
    return undefined
  } finally {
    clearTimeout(timer)
  }
}

/** The CPU and memory of the primary process. Its event loop does next to nothing, and would only lower the averages. */
const readOwn = async () => (await register.getMetricsAsJSON()).filter(({ name }) => name.startsWith("process_"))

const isCounted = ({ type }: Metrics[number]) => ["counter", "histogram"].includes(String(type))
