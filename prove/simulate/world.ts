import { AsyncLocalStorage } from "node:async_hooks"
import { createHash } from "node:crypto"
import { type Random, seeded } from "../random.ts"
import { chances, type FaultName } from "./chances.ts"

/** One process of the simulation: a process of the service, or all of its clients. What it awaits is dropped when it dies. */
export type Member = {
  name: string
  world: World
  random: Random
  isDead: boolean
  /** Until then it is frozen: nothing of it goes on. */
  frozenUntil: number
  died: Promise<never>
  die(): void
}

type Step = { member: Member; what: string; run(): void | Promise<void> }
type Timer = { at: number; member: Member; what: string; run(): void }

const members = new AsyncLocalStorage<Member>()
/** While a program is loaded, its modules run outside of any asynchronous context. */
let loading: Member | undefined
export const currentMember = (): Member | undefined => members.getStore() ?? loading
export const within = <T>(member: Member, work: () => T): T => members.run(member, work)
export async function whileLoading<T>(member: Member, load: () => Promise<T>): Promise<T> {
  loading = member
  try {
    return await within(member, load)
  } finally {
    loading = undefined
  }
}

const { setImmediate: nextTurn } = globalThis
/** The simulation begins here, whatever the time is. */
const beginMs = Date.UTC(2026, 0, 5, 8)
/** What each step takes, at most. */
const maxStepMs = 2

/**
 * Decides by the seed what happens next: which of the statements, answers, requests and timers that wait goes on. Time passes only here,
 * so a run is the same whenever and wherever it runs.
 */
export class World {
  readonly random: Random
  now = beginMs
  steps = 0
  readonly violations: string[] = []
  /** Looks after each step what it means for others, such as those who wait for a lock. */
  afterStep: () => Promise<void> = async () => {}
  /** While they are on, each fault happens as often as its chance says. */
  hasFaults = false
  readonly faults: Record<string, number> = {}
  readonly #ready: Step[] = []
  readonly #timers = new Set<Timer>()
  readonly #immediates: Step[] = []
  readonly #hash = createHash("sha256")
  readonly #record: ((line: string) => void) | undefined

  constructor(seed: number, record?: (line: string) => void) {
    this.random = seeded(seed)
    this.#record = record
  }

  newMember(name: string): Member {
    const { promise, reject } = Promise.withResolvers<never>()
    promise.catch(() => {})
    const member: Member = {
      name,
      world: this,
      random: this.random.split(),
      isDead: false,
      frozenUntil: 0,
      died: promise,
      die() {
        member.isDead = true
        reject(new Error(`${name} has died`))
      },
    }
    return member
  }

  /** What happened, without anything that differs between two runs of a seed. */
  note(line: string) {
    const noted = `${(this.now - beginMs).toFixed(3)} ${line}\n`
    this.#hash.update(noted)
    this.#record?.(noted)
  }
  trace = (): string => this.#hash.copy().digest("hex")

  mayFail(member: Member, fault: FaultName): boolean {
    if (!this.hasFaults || !member.random.chance(chances[fault])) return false
    this.faults[fault] = (this.faults[fault] ?? 0) + 1
    this.note(`${member.name}: ${fault}`)
    return true
  }

  /** Lets something happen some time from now on. */
  ready(member: Member, what: string, run: Step["run"]) {
    this.#ready.push({ member, what, run })
  }

  /** Waits until it is this one's turn. */
  turn(member: Member, what: string): Promise<void> {
    return new Promise(resolve => this.ready(member, what, resolve))
  }

  /** Does something real in one step, while nothing else goes on. */
  alone<T>(member: Member, what: string, work: () => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.ready(member, what, () => work().then(resolve, reject))
    return promise
  }

  /** Runs once the time has come. Returns the function that forgets it. */
  at(member: Member, at: number, what: string, run: () => void): () => void {
    const timer = { at, member, what, run }
    this.#timers.add(timer)
    return () => void this.#timers.delete(timer)
  }

  immediately(member: Member, run: () => void): () => void {
    const step: Step = { member, what: "immediate", run }
    this.#immediates.push(step)
    return () => void (step.run = () => {})
  }

  /** Goes on until the promise is settled, and returns its value. */
  async until<T>(promise: Promise<T>): Promise<T> {
    let isSettled = false
    const end = () => void (isSettled = true)
    promise.then(end, end)
    for (await this.#settle(); !isSettled; await this.#settle()) await this.#step()
    return promise
  }

  /** Lets time pass, as if the machine had slept: what was due meanwhile happens afterwards. */
  sleep(ms: number) {
    this.now += ms
    this.note(`slept ${ms}`)
  }

  async #step() {
    this.#forgetTheDead()
    const due = [...this.#timers].filter(({ at, member }) => at <= this.now && member.frozenUntil <= this.now)
    const ready = this.#ready.filter(({ member }) => member.frozenUntil <= this.now)
    if (due.length + ready.length === 0) return this.#wakeUp()
    const n = this.random.whole(0, due.length + ready.length - 1)
    this.now += this.random.whole(1, maxStepMs * 1_000) / 1_000
    this.steps++
    const timer = due[n]
    const step = timer ?? ready[n - due.length]!
    if (timer) this.#timers.delete(timer)
    else this.#ready.splice(this.#ready.indexOf(step), 1)
    this.note(`${step.member.name} ${step.what}`)
    await this.#run(step)
    await this.afterStep()
  }

  #forgetTheDead() {
    for (const timer of this.#timers) if (timer.member.isDead) this.#timers.delete(timer)
    if (this.#ready.some(({ member }) => member.isDead))
      this.#ready.splice(0, Infinity, ...this.#ready.filter(({ member }) => !member.isDead))
  }

  /** Nothing can go on now, so the time comes at which something can. */
  #wakeUp() {
    const times = [...this.#timers].map(({ at, member }) => Math.max(at, member.frozenUntil))
    times.push(...this.#ready.map(({ member }) => member.frozenUntil))
    if (times.length === 0) throw new Error("everything waits for something that never happens")
    this.now = Math.min(...times)
  }

  async #run({ member, run }: Step) {
    try {
      await within(member, run)
    } catch (error) {
      this.violations.push(`${member.name} threw ${error instanceof Error ? error.stack : String(error)}`)
    }
  }

  /** Until all that goes on by itself has ended. */
  async #settle() {
    for (;;) {
      await new Promise(nextTurn)
      await new Promise(nextTurn)
      const immediates = this.#immediates.splice(0).filter(({ member }) => !member.isDead)
      if (immediates.length === 0) return
      for (const step of immediates) await this.#run(step)
    }
  }
}
