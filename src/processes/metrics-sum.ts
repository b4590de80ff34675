import { register, Registry } from "@prometheus-io/client"
import type { Metrics } from "./channel.ts"

/** A process that takes longer, because it is frozen or busy, is shown as it was the last time. */
const maxWaitMs = 2_000

type Source = { id: number; read(): Promise<Metrics> }

/**
 * Adds up the metrics of all processes of a service. What a process had counted when it was shown last stays in the sums after its end: a
 * counter that goes back would look to Prometheus like a restart, and all that was counted before would be counted again.
 */
export function createMetricsSum() {
  const latest = new Map<number, Metrics>()
  let ended: Metrics = []
  return {
    async render(sources: Source[]): Promise<string> {
      await Promise.all(sources.map(source => refresh(source, latest)))
      return Registry.aggregate([await readOwn(), ...latest.values(), ended]).metrics()
    },
    async end(id: number) {
      const last = latest.get(id)
      latest.delete(id)
      if (last) ended = await Registry.aggregate([ended, last.filter(isCounted)]).getMetricsAsJSON()
    },
  }
}

async function refresh({ id, read }: Source, latest: Map<number, Metrics>) {
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(() => resolve(undefined), maxWaitMs)
  const metrics = await Promise.race([read(), late]).finally(() => clearTimeout(timer))
  if (metrics) latest.set(id, metrics)
}

/** The CPU and memory of the primary process. Its event loop does next to nothing, and would only lower the averages. */
const readOwn = async () => (await register.getMetricsAsJSON()).filter(({ name }) => name.startsWith("process_"))

const isCounted = ({ type }: Metrics[number]) => ["counter", "histogram"].includes(String(type))
