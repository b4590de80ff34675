/** Loops of this process that wait for work. Other processes find new work by polling, a little later. */
const waiting = new Set<() => void>()

export function signalWork() {
  for (const resolve of waiting) resolve()
}

/** Resolves when work is signaled, or after that time. */
export function waitForWork(timeoutMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, timeoutMs)
  waiting.add(resolve)
  return promise.finally(() => {
    clearTimeout(timer)
    waiting.delete(resolve)
  })
}
