/**
 * systemd, `timeout` and a terminal signal the whole process group, and npm and the launcher forward what they receive, so one stop
 * arrives several times. Within this time they count as one.
 */
const sameSignalMs = 1_000

/**
 * Calls `stop` at the first signal that asks this process to end, and `force` at one that comes later. SIGHUP is a stop, because a closed
 * terminal sends it, unless there is something to `reload`.
 */
export function onStopSignals({ stop, force, reload }: { stop(signal: NodeJS.Signals): void; force(): void; reload?(): void }) {
  let firstAtMs: number | undefined
  if (reload) process.on("SIGHUP", reload)
  for (const signal of ["SIGTERM", "SIGINT", ...(reload ? [] : (["SIGHUP"] as const))] as const) {
    process.on(signal, () => {
      if (firstAtMs === undefined) {
        firstAtMs = performance.now()
        stop(signal)
      } else if (performance.now() - firstAtMs >= sameSignalMs) force()
    })
  }
}
