import { once } from "node:events"
import net from "node:net"
import { Duplex } from "node:stream"
import {
  countUnits,
  failing,
  hasCode,
  isPrepared,
  processIdIn,
  renameTimeouts,
  rowsIn,
  statementsIn,
  takeUnits,
  tagsIn,
  timeoutAsked,
  withCode,
} from "./protocol.ts"
import { type Server, serverOf } from "./server.ts"
import { type Member, within } from "./world.ts"

const { Socket } = net
/** After this time without an answer it is asked whether the statement waits for a lock. */
const soonMs = 20
const { setTimeout: inRealTime } = globalThis

/**
 * What a client of PostgreSQL takes for its connection. What it sends waits for its turn, reaches the real server alone, and the answer
 * waits for its turn, too. A statement that waits for a lock holds nobody up.
 */
export class DatabaseSocket extends Duplex {
  readonly #member: Member
  readonly #server: Server
  readonly #name: string
  readonly #real = new Socket()
  #isOpen = false
  #outbox: Buffer = Buffer.alloc(0)
  #received: Buffer[] = []
  #awaited = 0
  #wake = () => {}
  #isSending = false
  #isBlocked = false
  #lockTimeoutMs = 2_000
  #giveUp = () => {}
  readonly #answers: Buffer[] = []
  #processId = 0
  /** I: no transaction; T: an open one; E: a failed one. */
  #status = "I"
  connecting = false

  constructor(member: Member) {
    super()
    this.#member = member
    this.#server = serverOf(member.world)
    this.#name = `connection ${this.#server.add(this)}`
    this.#real.on("data", (bytes: Buffer) => this.#onBytes(bytes))
    this.#real.on("close", () => this.#onClose())
    this.#real.on("error", () => {})
  }

  get member() {
    return this.#member
  }
  get isBlocked() {
    return this.#isBlocked
  }

  connect(...target: unknown[]) {
    this.connecting = true
    this.#member.world.ready(this.#member, `${this.#name} connects`, () => this.#connect(target))
    return this
  }

  /** The server's greeting is one step: it has many messages and decides nothing. */
  async #connect(target: unknown[]) {
    if (this.destroyed) return
    if (this.#member.world.mayFail(this.#member, "a connection is refused")) return void this.destroy(refused())
    this.#real.connect(...(target as [string]))
    await once(this.#real, "connect")
    this.#awaited = 1
    const greeted = new Promise<void>(resolve => (this.#wake = resolve))
    this.connecting = false
    this.emit("connect")
    await greeted
    this.#processId = processIdIn(Buffer.concat(this.#received))
    this.#isOpen = true
    if (this.#outbox.length > 0) this.#sendSoon()
  }

  override _read() {}

  override _write(bytes: Buffer, _encoding: string, done: () => void) {
    if (this.#isOpen) {
      this.#outbox = Buffer.concat([this.#outbox, renameTimeouts(bytes)])
      this.#sendSoon()
    } else this.#real.write(bytes)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void) {
    this.#giveUp()
    this.#real.destroy()
    this.#server.noteClosed(this.#processId)
    done(error)
  }

  override _final(done: () => void) {
    done()
    this.#member.world.ready(this.#member, `${this.#name} ends`, () => void this.destroy())
  }

  #onBytes(bytes: Buffer) {
    this.#received.push(bytes)
    if (!this.#isOpen) within(this.#member, () => this.push(bytes))
    if (countUnits(Buffer.concat(this.#received)) >= this.#awaited) this.#wake()
  }

  #onClose() {
    this.#wake()
    if (!this.#isSending && !this.#isBlocked && !this.destroyed) this.#breakOff()
  }

  #sendSoon() {
    if (this.#isSending || this.#isBlocked || this.destroyed) return
    this.#isSending = true
    this.#member.world.ready(this.#member, `${this.#name} sends`, () => this.#send())
  }

  async #send() {
    const { random, world } = this.#member
    const { units, count, rest } = takeUnits(this.#outbox, random.chance(0.3) ? 1 : Infinity)
    this.#outbox = rest
    this.#isSending = false
    if (this.destroyed || units.length === 0) return
    if (this.#member.world.mayFail(this.#member, "a connection is cut before a statement")) return this.#breakOff()
    const isRefused = await this.#isRefused(units)
    this.#lockTimeoutMs = timeoutAsked(units) ?? this.#lockTimeoutMs
    await this.#server.setClock(world.now)
    this.#received = []
    this.#awaited = count
    this.#isSending = true
    const answered = new Promise<void>(resolve => (this.#wake = resolve))
    world.note(`${this.#name} sends ${statementsIn(units)}`)
    this.#real.write(units)
    if (count === 0) return this.#endOfSession()
    const isBlocked = await this.#isBlockedUntil(answered)
    this.#isSending = false
    if (!isBlocked) return this.#keepAnswer(isRefused ? "40001" : undefined)
    this.#isBlocked = true
    world.note(`${this.#name} waits for a lock`)
    this.#giveUp = world.at(this.#member, world.now + this.#lockTimeoutMs, "lock timeout", () => void this.#stopWaiting())
  }

  #endOfSession() {
    this.#isSending = false
    this.destroy()
  }

  /** Whether the next statement of an open transaction fails, as after a conflict that PostgreSQL notices late. */
  async #isRefused(units: Buffer): Promise<boolean> {
    if (this.#status !== "T" || !isPrepared(units) || !this.#member.world.mayFail(this.#member, "a transaction can't be serialized"))
      return false
    this.#received = []
    this.#awaited = 1
    const answered = new Promise<void>(resolve => (this.#wake = resolve))
    this.#real.write(failing("40001")) // the client does not know of it
    await answered
    return true
  }

  /** Whether it waits for a lock, once it is known. */
  async #isBlockedUntil(answered: Promise<void>): Promise<boolean> {
    for (;;) {
      const isAnswered = await Promise.race([answered.then(() => true), new Promise<false>(resolve => inRealTime(resolve, soonMs, false))])
      if (isAnswered) return false
      if (await this.#server.isBlocked(this.#processId)) return true
    }
  }

  /** Called after each step while it waits for a lock: that step may have released the lock. */
  async lookAgain() {
    if (this.destroyed) return void (this.#isBlocked = false)
    if (countUnits(Buffer.concat(this.#received)) < this.#awaited) {
      const answered = new Promise<void>(resolve => (this.#wake = resolve))
      if (await this.#server.isBlocked(this.#processId)) return
      if (countUnits(Buffer.concat(this.#received)) < this.#awaited && (await this.#isBlockedUntil(answered))) return
    }
    this.#isBlocked = false
    this.#giveUp()
    this.#keepAnswer()
  }

  async #stopWaiting() {
    if (!this.#isBlocked || this.destroyed) return
    const answered = new Promise<void>(resolve => (this.#wake = resolve))
    await this.#server.cancel(this.#processId)
    if (countUnits(Buffer.concat(this.#received)) < this.#awaited) await answered
    this.#isBlocked = false
    this.#keepAnswer("55P03")
  }

  /** The answer waits for its turn. */
  #keepAnswer(code?: string) {
    const { world } = this.#member
    const received = Buffer.concat(this.#received)
    const told = code === "40001" ? "25P02" : "57014"
    const answer = code !== undefined && hasCode(received, told) ? withCode(received, told, code) : received
    this.#status = String.fromCharCode(answer.at(-1) ?? 0)
    world.note(`${this.#name} ${tagsIn(answer)} ${rowsIn(answer)}`)
    if (this.#member.world.mayFail(this.#member, "a connection is cut before the answer")) return this.#breakOff()
    this.#answers.push(answer)
    const lateMs = this.#member.world.mayFail(this.#member, "an answer of the database is late")
      ? this.#member.random.whole(100, 12_000)
      : 0
    const deliver = () =>
      world.ready(this.#member, `${this.#name} is answered`, () => void (this.destroyed || this.push(this.#answers.shift())))
    if (lateMs > 0) world.at(this.#member, world.now + lateMs, "late answer", deliver)
    else deliver()
    if (this.#outbox.length > 0) this.#sendSoon()
  }

  #breakOff() {
    this.#isSending = false
    this.#member.world.note(`${this.#name} is cut`)
    within(this.#member, () => this.destroy(Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET" })))
  }

  /** The process that owns it is gone. What it had sent may still reach the server. */
  async abandon() {
    const { random, world } = this.#member
    const { units, count } = takeUnits(this.#outbox, Infinity)
    if (this.#isOpen && !this.#isBlocked && count > 0 && random.chance(0.5)) {
      await this.#server.setClock(world.now)
      this.#received = []
      this.#awaited = count
      const answered = new Promise<void>(resolve => (this.#wake = resolve))
      this.#real.write(units)
      await this.#isBlockedUntil(answered)
    }
    this.destroy()
  }

  setNoDelay() {
    return this
  }
  setKeepAlive() {
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
}

const refused = () => Object.assign(new Error("connect ECONNREFUSED"), { code: "ECONNREFUSED" })
