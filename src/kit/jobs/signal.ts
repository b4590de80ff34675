/** Wakes loops of this process that wait for work. Other processes find new work by polling, a little later. */
export function createSignal() {
  const waiting = new Set<() => void>()
  return {
    signal() {
      for (const resolve of waiting) resolve()
    },
    /** Resolves when work is signaled, or after that time. */
    wait(timeoutMs: number): Promise<void> {
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

/** Deliveries that were committed. */
export const { signal: signalWork, wait: waitForWork } = createSignal()
