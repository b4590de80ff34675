import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { setTimeout as wait } from "node:timers/promises"
import { bundleChanged, type SourceChange } from "../../test/programs.ts"
import { type Business, openBusiness } from "../business.ts"
import { newClient, newLog } from "../client.ts"
import { checkPromises, type Kept } from "../promises.ts"
import { newReceiver, type Receiver } from "../receiver.ts"
import { type Broken, findAllBroken } from "../rules.ts"
import { findBrokenTelling, unfinished } from "../trial.ts"
import { takeStep } from "../workload.ts"
import { installEnvironment } from "./environment.ts"
import { type Host, setNetwork } from "./network.ts"
import { newProcesses, type Process, type Processes } from "./processes.ts"
import { openServer, type Server } from "./server.ts"
import { type Member, within, World } from "./world.ts"

type Options = { seed: number; days: number; clients?: number; stepsPerDay?: number; record?: (line: string) => void }
/** What a process that simulates one seed is told. */
export type Job = Omit<Options, "record"> & { folder: string; url: string; traceFile?: string | undefined }
export type Simulated = {
  seed: number
  days: number
  steps: number
  businessSteps: number
  requests: number
  received: number
  seconds: number
  faults: Record<string, number>
  promises: Kept
  broken: Broken[]
  /** The hash of all that happened. It is the same whenever the seed is run. */
  trace: string
}

const hourMs = 3_600_000
/** By then everything that was begun has ended: late answers of gateways, retries, webhooks. */
const maxFinishDays = 6
/** What is still to be done now; the rest becomes due later. */
const due = unfinished.replace("where status not in", "where next_at <= now() and status not in")
const names = ["one", "two"]

/** Bundles the service for simulations, once for all seeds. Returns the folder. */
export async function bundleProgram(changes: readonly SourceChange[] = []): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "countersign-simulation-"))
  await bundleChanged(join(folder, "program"), changes, { program: join(import.meta.dirname, "program.ts") })
  return folder
}

/** Runs two businesses on two processes of the service, and checks what is left. `url` is a new database with all migrations. */
export async function simulate(folder: string, url: string, options: Options): Promise<Simulated> {
  const restore = installEnvironment()
  const world = new World(options.seed, options.record)
  const server = await openServer(world, url)
  const hosts = new Map<string, Host>()
  const processes = newProcesses(world, hosts, folder, url)
  try {
    return await new Simulation(world, server, processes, options).run(hosts)
  } finally {
    await processes.stop()
    await server.settle()
    await server.close()
    restore()
  }
}

class Simulation {
  readonly #world: World
  readonly #server: Server
  readonly #processes: Processes
  readonly #options: Options
  readonly #log = newLog()
  readonly #outside: Member
  readonly #receiver: Receiver
  #businessSteps = 0
  readonly #began = process.hrtime.bigint()

  constructor(world: World, server: Server, processes: Processes, options: Options) {
    this.#world = world
    this.#server = server
    this.#processes = processes
    this.#options = options
    this.#outside = world.newMember("clients")
    this.#receiver = newReceiver(this.#outside.random.split(), tenant => `http://receiver/${tenant}`)
  }

  async run(network: Map<string, Host>): Promise<Simulated> {
    setNetwork(this.#world, { hosts: network, receive: this.#receiver.take })
    const [first] = await this.#do(() => Promise.all(names.map(host => this.#processes.start(host))))
    const open = async (name: string) => this.#open(first!, name)
    const businesses: [Business, Business] = [await open("Escola Azul"), await open("Escola Verde")]
    for (let day = 0; day < this.#options.days; day++) await this.#day(day, businesses)
    const trace = this.#world.trace()
    const unended = await this.#finish()
    const { seed, days } = this.#options
    const { steps, faults } = this.#world
    const seconds = Number(process.hrtime.bigint() - this.#began) / 1e9
    const counted = {
      steps,
      seconds,
      businessSteps: this.#businessSteps,
      requests: this.#log.requests,
      received: this.#receiver.received.length,
    }
    const { client } = this.#server
    const promises = await checkPromises(client, this.#log.promises)
    const violations = [...this.#log.violations, ...this.#world.violations]
    const wrong = violations.length > 0 ? [{ rule: "answers are right", findings: violations }] : []
    const broken = [...wrong, ...unended, ...(await findAllBroken(client)), ...(await findBrokenTelling(client, this.#receiver))]
    return { seed, days, ...counted, faults, promises, broken, trace }
  }

  /** What the clients do, until it has ended. */
  #do<T>(work: () => Promise<T>): Promise<T> {
    return this.#world.until(within(this.#outside, work))
  }

  async #open({ member, program }: Process, name: string): Promise<Business> {
    const fields = { name, mode: "sandbox", timezone: "America/Sao_Paulo", email: "owner@example.com" } as const
    const keys = await this.#world.until(within(member, () => program.createTenant(fields)))
    const addresses = names.map(host => `http://${host}`)
    const clientOf = (apiKey: string) => newClient(addresses, { ...keys, apiKey }, this.#outside.random.split(), this.#log)
    const sign = await this.#world.until(within(member, () => program.signerOf(keys.tenantId)))
    return this.#do(() => openBusiness(clientOf(keys.apiKey), { clientOf, receiver: this.#receiver, sign }))
  }

  /** The clients work while things break. Then the day passes. */
  async #day(day: number, businesses: readonly [Business, Business]) {
    const { clients = 4, stepsPerDay = 24 } = this.#options
    this.#world.note(`day ${day}`)
    this.#world.hasFaults = this.#receiver.isFlaky = true
    const client = async () => {
      const random = this.#outside.random.split()
      for (let n = 0; n < stepsPerDay / clients; n++, this.#businessSteps++) await takeStep(random, businesses, this.#log)
    }
    const troubles = names.map(host => () => this.#processes.trouble(this.#outside.random, host))
    await this.#do(() => Promise.all([...Array.from({ length: clients }, () => client()), ...troubles.map(trouble => trouble())]))
    for (const hours of [10, 14]) {
      await this.#settle(10_000)
      this.#world.sleep(hours * hourMs)
    }
    this.#world.hasFaults = this.#receiver.isFlaky = false
  }

  /** Until nothing is due any more, or the time is over. Returns what is still to be done. */
  async #settle(maxMs: number, toBeDone = due): Promise<Broken[]> {
    const { now } = this.#world
    for (;;) {
      await this.#do(() => wait(1_500))
      await this.#server.setClock(this.#world.now)
      const { rows } = await this.#server.client.query<{ what: string; n: string }>(toBeDone)
      if (rows.length === 0) return []
      if (this.#world.now > now + maxMs)
        return [{ rule: "everything that was begun has ended", findings: rows.map(({ what, n }) => `${n} × ${what}`) }]
    }
  }

  async #finish(): Promise<Broken[]> {
    for (let day = 0; day < maxFinishDays; day++) {
      await this.#settle(20_000)
      this.#world.sleep(20 * hourMs)
    }
    return this.#settle(600_000, unfinished)
  }
}

export const removeProgram = (folder: string) => rmSync(folder, { recursive: true, force: true })
