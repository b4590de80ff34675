/** Wakes loops of this process that wait for work. Other processes find new work by polling, a little later. */
export function createSignal() {
  const waiting = new Set<() => void>()
  let isUnheard = false
  return {
    signal() {
      isUnheard = waiting.size === 0
      for (const resolve of waiting) resolve()
    },
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

/** Deliveries that were committed. */
export const deliverySignal = createSignal()
/** Jobs that were committed. */
export const jobSignal = createSignal()

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
