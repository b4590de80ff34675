import { cpus } from "node:os"
import { setTimeout as wait } from "node:timers/promises"

/**
 * Returns the share of all cores that other programs use now. A busy machine lowers the service's figures more than pgbench's,
 * because pgbench has many processes to schedule and the service has one.
 */
export async function measureCpuUsage(): Promise<number> {
  const before = cpuTimes()
  await wait(2000)
  const after = cpuTimes()
  return 1 - (after.idle - before.idle) / (after.all - before.all)
}

function cpuTimes() {
  const times = cpus().map(cpu => cpu.times)
  const idle = times.reduce((sum, time) => sum + time.idle, 0)
  return { idle, all: times.reduce((sum, { user, nice, sys, irq }) => sum + user + nice + sys + irq, idle) }
}
