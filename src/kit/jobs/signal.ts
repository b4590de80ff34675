import { allCells, type Cell, perCell } from "../db/cells.ts"

/**
 * Wakes loops of this process that wait for work. Other processes find new work by polling, a little later, unless it is shared: then
 * `onSignal` tells them.
 */
export function createSignal(onSignal = () => {}) {
  const waiting = new Set<() => void>()
  let isUnheard = false
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

type SharedSignal = {
  raisedBy: "requests" | "worker"
  /** Wakes the loops of a cell in this process. */
  wake(cell: string): void
  /** From now on `to` is told of each signal that this process raises, with the name of its cell. */
  forward(to: (cell: string) => void): void
}

/** The signals that cross from one process of a service to another: by name, and which of them raises it for the other. */
export const sharedSignals = new Map<string, SharedSignal>()

/** A signal for each cell, because every cell has its own loops. */
export function createSharedSignal(name: string, raisedBy: SharedSignal["raisedBy"]) {
  let tell = (_cell: string) => {}
  const signals = perCell((cell: Cell) => createSignal(() => tell(cell.name)))
  sharedSignals.set(name, {
    raisedBy,
    wake(cellName) {
      const cell = allCells().find(each => each.name === cellName)
      if (cell) signals(cell).wake()
    },
    forward: to => void (tell = to),
  })
  return signals
}

/** Deliveries that were committed in a cell. */
export const deliverySignal = createSharedSignal("deliveries", "requests")
/** Jobs that were committed in a cell. */
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
