/**
 * systemd, `timeout` and a terminal signal the whole process group, and npm and the launcher forward what they receive, so one stop
 * arrives several times. Within this time they count as one.
 */
const sameSignalMs = 1_000

/**
 * Calls `stop` at the first signal that asks this process to end, and `force` at one that comes later. SIGHUP is a stop, because a closed
 * terminal sends it, unless `reload` returns that it has reloaded something.
 */
export function onStopSignals({ stop, force, reload }: { stop(signal: NodeJS.Signals): void; force(): void; reload?(): boolean }) {
  let firstAtMs: number | undefined
  for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) {
    process.on(signal, () => {
      if (signal === "SIGHUP" && firstAtMs === undefined && reload?.()) return
      if (firstAtMs === undefined) {
        firstAtMs = performance.now()
        stop(signal)
      } else if (performance.now() - firstAtMs >= sameSignalMs) force()
    })
  }
}
