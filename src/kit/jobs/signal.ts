/** Wakes loops of this process that wait for work. Other processes find new work by polling, a little later, unless it is shared. */
export function createSignal() {
  const waiting = new Set<() => void>()
  let isUnheard = false
  let onSignal = () => {}
  const wake = () => {
    isUnheard = waiting.size === 0
    for (const resolve of waiting) resolve()
  }
  return {
    wake,
    signal() {
      wake()
      onSignal()
    },
    forward: (to: () => void) => void (onSignal = to),
    /** Resolves when work is signaled, or after that time; at once if it was signaled while nobody waited. */
    wait(timeoutMs: number): Promise<void> {
      if (isUnheard) {
        isUnheard = false
        return Promise.resolve()
      }
      const { promise, resolve } = Promise.withResolvers<void>()
      const timer = setTimeout(resolve, timeoutMs)
      waiting.add(resolve)
      return promise.finally(() => {
        clearTimeout(timer)
        waiting.delete(resolve)
      })
    },
  }
}

/** The signals that cross from one process of a service to another: by name, and which of them raises it for the other. */
export const sharedSignals = new Map<
  string,
  { raisedBy: "requests" | "worker" } & Pick<ReturnType<typeof createSignal>, "wake" | "forward">
>()

export function createSharedSignal(name: string, raisedBy: "requests" | "worker") {
  const signal = createSignal()
  sharedSignals.set(name, { raisedBy, wake: signal.wake, forward: signal.forward })
  return signal
}

/** Deliveries that were committed. */
export const deliverySignal = createSharedSignal("deliveries", "requests")
/** Jobs that were committed. */
export const jobSignal = createSharedSignal("jobs", "requests")

/** How long a loop waits before it looks for work of other processes again: each time longer while there is none. */
export function createIdlePause(minMs: number, maxMs: number) {
  let nextMs = minMs
  return {
    next(): number {
      const ms = nextMs
      nextMs = Math.min(ms * 1.5, maxMs)
      return ms
    },
    reset: () => void (nextMs = minMs),
  }
}
