import { setTimeout as wait } from "node:timers/promises"
import type { Log } from "./client.ts"
import type { Random } from "./random.ts"
import type { Service } from "./service.ts"

/** What breaks, and how often compared to the others. */
const weights = {
  "a process that serves requests is killed": 5,
  "the worker is killed": 4,
  "all connections to PostgreSQL are cut": 6,
  "PostgreSQL is killed": 2,
  "a process is frozen for seconds": 3,
}
/** What breaks many times in a second, because it costs the machine little. */
const smallWeights = {
  "a connection to PostgreSQL is cut": 3,
  "PostgreSQL commits, and its answer is lost": 2,
}
type FaultName = keyof typeof weights
type SmallFaultName = keyof typeof smallWeights
export type FaultCounts = Record<FaultName | SmallFaultName, number>

/** Each is counted once it has happened. */
const smallFaults: Record<SmallFaultName, (service: Service, random: Random, count: () => void) => void> = {
  "a connection to PostgreSQL is cut"({ databases }, random, count) {
    if (random.pick(databases)!.cutConnection(random.pick)) count()
  },
  "PostgreSQL commits, and its answer is lost": ({ databases }, random, count) => random.pick(databases)!.loseCommit(count),
}

const faults: Record<FaultName, (service: Service, random: Random) => Promise<void>> = {
  async "a process that serves requests is killed"({ members }, random) {
    await restart(random.pick(members.filter(({ role }) => role === "api"))!, random)
  },
  async "the worker is killed"({ members }, random) {
    await restart(
      members.find(({ role }) => role === "worker")!,
      random,
    )
  },
  async "all connections to PostgreSQL are cut"({ databases }) {
    for (const { cutConnections } of databases) cutConnections()
  },
  async "PostgreSQL is killed"({ databases }, random) {
    await random.pick(databases)!.crash()
  },
  async "a process is frozen for seconds"({ members }, random) {
    const member = random.pick(members)!
    member.signal("SIGSTOP")
    await wait(random.whole(500, 8_000))
    member.signal("SIGCONT")
  },
}

async function restart(member: Service["members"][number], random: Random) {
  await member.kill()
  await wait(random.whole(0, 500))
  await member.start()
}

/** Breaks something every few seconds until the trial ends, and small things all the time. Then leaves a service that is whole. */
export async function injectFaults(service: Service, random: Random, log: Log): Promise<FaultCounts> {
  const counts = Object.fromEntries([...Object.keys(weights), ...Object.keys(smallWeights)].map(name => [name, 0])) as FaultCounts
  await Promise.all([injectSmallFaults(service, random.split(), log, counts), injectLargeFaults(service, random, log, counts)])
  return counts
}

async function injectLargeFaults(service: Service, random: Random, log: Log, counts: FaultCounts) {
  while (!log.hasEnded) {
    await wait(random.whole(500, 4_000))
    const name = random.weighted(weights)
    await faults[name](service, random)
    counts[name]++
  }
}

async function injectSmallFaults(service: Service, random: Random, log: Log, counts: FaultCounts) {
  for (; !log.hasEnded; await wait(random.whole(20, 200))) {
    const name = random.weighted(smallWeights)
    smallFaults[name](service, random, () => counts[name]++)
  }
}
