import { cpus } from "node:os"
import { setTimeout as wait } from "node:timers/promises"

/**
 * The share of the cores that others use just now. A busy machine bends the figures one way: pgbench has many processes and so
 * many turns, the service has one.
 */
export async function busyShare(): Promise<number> {
  const before = spent()
  await wait(2000)
  const after = spent()
  return 1 - (after.idle - before.idle) / (after.all - before.all)
}

function spent() {
  const times = cpus().map(cpu => cpu.times)
  const idle = times.reduce((sum, time) => sum + time.idle, 0)
  return { idle, all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) }
}
