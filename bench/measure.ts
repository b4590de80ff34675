import { rounds, seconds, warmUpSeconds } from "./figures.ts"
import type { House } from "./house.ts"
import { bestClients, type Load, load, pgbench, type Work } from "./tools.ts"

/** The service, warm, under 64 clients. It is alone with its database: pgbench has its own turn. */
export async function service(house: House, role: "all" | "api", what: Work, size?: number): Promise<Load & { unsealed: number }> {
  const running = await house.serve(role)
  try {
    await load(running.address, house.client, what, warmUpSeconds, size)
    const figures = await load(running.address, house.client, what, seconds, size)
    const [left] = await house.sql<{ n: string }>("select count(*) as n from audit_unsealed")
    return { ...figures, unsealed: Number(left!.n) }
  } finally {
    await running.stop()
    await house.settle()
  }
}

/** pgbench, warm, with as many clients as suit it. */
export async function limit(house: House, script: string, clients: number, size?: number): Promise<number> {
  await pgbench(house, script, clients, warmUpSeconds, size)
  const perSecond = await pgbench(house, script, clients, seconds, size)
  await house.settle()
  return perSecond
}

/** Several things measured in turn, round by round, so that a slow minute of the machine hits all of them alike. */
export async function inTurn<T extends Record<string, () => Promise<unknown>>>(
  things: T,
): Promise<{ [K in keyof T]: Awaited<ReturnType<T[K]>>[] }> {
  const samples: Record<string, unknown[]> = Object.fromEntries(Object.keys(things).map(name => [name, []]))
  for (let round = 0; round < rounds; round++) for (const [name, measure] of Object.entries(things)) samples[name]!.push(await measure())
  return samples as { [K in keyof T]: Awaited<ReturnType<T[K]>>[] }
}

export async function limitOf(house: House, script: string, size?: number) {
  const clients = await bestClients(house, script, size)
  await house.settle()
  return { clients, measure: () => limit(house, script, clients, size) }
}
