/** Whoever waits in this process for work that was just committed. Other processes look by themselves, a little later. */
const waiting = new Set<() => void>()

export function wake() {
  for (const resolve of waiting) resolve()
}

/** Until there is news, or that long. */
export function untilWoken(ms: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  waiting.add(resolve)
  return promise.finally(() => {
    clearTimeout(timer)
    waiting.delete(resolve)
  })
}
