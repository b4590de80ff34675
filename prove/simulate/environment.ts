import { AsyncResource } from "node:async_hooks"
import crypto from "node:crypto"
import http from "node:http"
import { syncBuiltinESMExports } from "node:module"
import net from "node:net"
import timers from "node:timers/promises"
import { DatabaseSocket } from "./database-socket.ts"
import { requestOverNetwork, sendOverNetwork } from "./network.ts"
import { currentMember, type Member } from "./world.ts"

/** A timer of a member, by the time of its world. */
class VirtualTimer {
  readonly #member: Member
  readonly #run: () => void
  readonly #ms: number
  readonly #repeats: boolean
  #cancel = () => {}

  constructor(member: Member, run: () => void, ms: number | undefined, repeats = false) {
    this.#member = member
    this.#run = run
    this.#ms = Math.max(1, ms ?? 1)
    this.#repeats = repeats
    this.refresh()
  }
  refresh() {
    this.#cancel()
    const { world } = this.#member
    this.#cancel = world.at(this.#member, world.now + this.#ms, `timer of ${this.#ms} ms`, () => {
      if (this.#repeats) this.refresh()
      this.#run()
    })
    return this
  }
  close() {
    this.#cancel()
    return this
  }
  ref() {
    return this
  }
  unref() {
    return this
  }
  hasRef() {
    return true
  }
  [Symbol.dispose]() {
    this.#cancel()
  }
}

/** Callbacks keep the asynchronous context in which the timer was set. */
const bound = (run: (...args: unknown[]) => void, args: unknown[]) => {
  const resource = new AsyncResource("timer")
  return () => resource.runInAsyncScope(run, undefined, ...args)
}

type Callback = (...args: unknown[]) => void
type WaitOptions = { signal?: AbortSignal }

const virtualWait = (member: Member, ms: number | undefined, value: unknown, { signal }: WaitOptions = {}) =>
  new Promise((resolve, reject) => {
    const abort = () => {
      timer.close()
      reject(signal?.reason)
    }
    const timer = new VirtualTimer(
      member,
      () => {
        signal?.removeEventListener("abort", abort)
        resolve(value)
      },
      ms,
    )
    if (signal?.aborted) abort()
    else signal?.addEventListener("abort", abort, { once: true })
  })

/** Bytes that look random and are the same for the same seed. */
function fill<T extends ArrayBufferView>({ random }: Member, view: T): T {
  const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
  for (let i = 0; i < bytes.length; i++) bytes[i] = random.whole(0, 255)
  return view
}

function uuid(member: Member): string {
  const bytes = fill(member, Buffer.alloc(16))
  bytes[6] = (bytes[6]! & 0x0f) | 0x40
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5")
}

/** A pair for Ed25519, whose private key is any 32 bytes. */
function keyPair(member: Member) {
  const der = Buffer.concat([Buffer.from("302e020100300506032b657004220420", "hex"), fill(member, Buffer.alloc(32))])
  const privateKey = crypto.createPrivateKey({ key: der, format: "der", type: "pkcs8" })
  return { privateKey, publicKey: crypto.createPublicKey(privateKey) }
}

type Replaced = { target: object; before: object }

/**
 * From now on, what members of a world do with time, chance, the network and the database goes through their world. Everything else in
 * this process goes on as before. Returns the function that ends it.
 */
export function installEnvironment(): () => void {
  const replaced: Replaced[] = []
  const replace = (target: object, replacements: object) => {
    const before = Object.fromEntries(Object.keys(replacements).map(name => [name, Reflect.get(target, name) as unknown]))
    replaced.push({ target, before })
    Object.assign(target, replacements)
  }
  replaceTimers(replace)
  replaceClocks(replace)
  replaceChance(replace)
  replaceNetwork(replace)
  syncBuiltinESMExports()
  return () => {
    for (const { target, before } of replaced) Object.assign(target, before)
    syncBuiltinESMExports()
  }
}
type Replace = (target: object, replacements: object) => void

function replaceTimers(replace: Replace) {
  const { setTimeout, setInterval, setImmediate, clearTimeout, clearInterval, clearImmediate } = globalThis
  const clear = (otherwise: (timer: never) => void) => (timer: unknown) =>
    timer instanceof VirtualTimer ? void timer.close() : otherwise(timer as never)
  replace(globalThis, {
    setTimeout(run: Callback, ms?: number, ...args: unknown[]) {
      const member = currentMember()
      return member ? new VirtualTimer(member, bound(run, args), ms) : setTimeout(run, ms, ...args)
    },
    setInterval(run: Callback, ms?: number, ...args: unknown[]) {
      const member = currentMember()
      return member ? new VirtualTimer(member, bound(run, args), ms, true) : setInterval(run, ms, ...args)
    },
    setImmediate(run: Callback, ...args: unknown[]) {
      const member = currentMember()
      return member ? { cancel: member.world.immediately(member, bound(run, args)) } : setImmediate(run, ...args)
    },
    clearTimeout: clear(clearTimeout),
    clearInterval: clear(clearInterval),
    clearImmediate(immediate: { cancel?: () => void } | undefined) {
      if (immediate?.cancel) immediate.cancel()
      else clearImmediate(immediate as never)
    },
  })
  const { setTimeout: wait } = timers
  replace(timers, {
    setTimeout(ms?: number, value?: unknown, options?: WaitOptions) {
      const member = currentMember()
      return member ? virtualWait(member, ms, value, options) : wait(ms, value, options)
    },
  })
}

function replaceClocks(replace: Replace) {
  const [now, date, timeout] = [performance.now.bind(performance), Date.now, AbortSignal.timeout.bind(AbortSignal)]
  replace(performance, { now: () => currentMember()?.world.now ?? now() })
  replace(Date, { now: () => Math.floor(currentMember()?.world.now ?? date()) })
  replace(AbortSignal, {
    timeout(ms: number) {
      const member = currentMember()
      if (!member) return timeout(ms)
      const controller = new AbortController()
      new VirtualTimer(member, () => controller.abort(new DOMException("The operation timed out", "TimeoutError")), ms)
      return controller.signal
    },
  })
}

function replaceChance(replace: Replace) {
  const { random } = Math
  const { randomBytes, randomUUID, randomInt, argon2, generateKeyPairSync } = crypto
  const getRandomValues = globalThis.crypto.getRandomValues.bind(globalThis.crypto)
  const newUuid = () => {
    const member = currentMember()
    return member ? uuid(member) : randomUUID()
  }
  replace(Math, {
    random() {
      const member = currentMember()
      return member ? member.random.whole(0, 2 ** 32 - 1) / 2 ** 32 : random()
    },
  })
  replace(globalThis.crypto, {
    randomUUID: newUuid,
    getRandomValues(view: Uint8Array<ArrayBuffer>) {
      const member = currentMember()
      return member ? fill(member, view) : getRandomValues(view)
    },
  })
  replace(crypto, {
    randomUUID: newUuid,
    randomBytes(size: number) {
      const member = currentMember()
      return member ? fill(member, Buffer.alloc(size)) : randomBytes(size)
    },
    randomInt(min: number, max?: number) {
      const member = currentMember()
      const [least, end] = max === undefined ? [0, min] : [min, max]
      return member ? member.random.whole(least, end - 1) : randomInt(least, end)
    },
    generateKeyPairSync(type: "ec", options: crypto.ECKeyPairKeyObjectOptions) {
      const member = currentMember()
      return member && String(type) === "ed25519" ? keyPair(member) : generateKeyPairSync(type, options)
    },
    /** Another thread would answer at a time that nobody decides. */
    argon2(algorithm: Algorithm, parameters: Argon2Parameters, done: (error: Error | null, hash: Buffer) => void) {
      const member = currentMember()
      if (!member) return argon2(algorithm, parameters, done)
      const hash = crypto.argon2Sync(algorithm, parameters)
      member.world.ready(member, "password hash", () => done(null, hash))
    },
  })
}
type Algorithm = Parameters<typeof crypto.argon2>[0]
type Argon2Parameters = Parameters<typeof crypto.argon2>[1]

function replaceNetwork(replace: Replace) {
  const { fetch } = globalThis
  const { request } = http
  const { Socket } = net
  replace(net, {
    Socket: new Proxy(Socket, {
      construct(target, args, newTarget) {
        const member = currentMember()
        return member ? new DatabaseSocket(member) : (Reflect.construct(target, args, newTarget) as object)
      },
    }),
  })
  replace(http, {
    request(target: URL, options: http.RequestOptions) {
      const member = currentMember()
      return member ? requestOverNetwork(member, target, options) : request(target, options)
    },
  })
  replace(globalThis, {
    fetch(url: string, options: RequestInit) {
      const member = currentMember()
      return member ? sendOverNetwork(member, url, options) : fetch(url, options)
    },
  })
}
