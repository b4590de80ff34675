import { EventEmitter } from "node:events"
import type { IncomingHttpHeaders, RequestOptions } from "node:http"
import type { Member, World } from "./world.ts"

/** A process of the service, by the host of its address. */
export type Host = { member: Member; answer(request: Sent): Promise<{ status: number; text: string }> }
export type Sent = { method: string; path: string; headers: Record<string, string>; body: string | undefined }

type Network = {
  /** The processes that can be reached. */
  hosts: Map<string, Host>
  receive: Receive
}
const networks = new WeakMap<World, Network>()

/** Connects a world: its members reach these hosts, and nobody else. */
export const setNetwork = (world: World, network: Network) => void networks.set(world, network)

const reset = () => Object.assign(new TypeError("fetch failed"), { code: "ECONNRESET" })

/** `fetch` of a client. The request and its answer travel, may get lost, and may take long. */
export async function sendOverNetwork(member: Member, url: string, options: RequestInit) {
  const { world } = member
  const { host, pathname, search } = new URL(url)
  const headers = Object.fromEntries(new Headers(options.headers))
  const sent = { method: options.method ?? "GET", path: pathname + search, headers, body: options.body as string | undefined }
  await world.turn(member, `${sent.method} ${pathname}`)
  const target = networks.get(world)?.hosts.get(host)
  if (!target || target.member.isDead || world.mayFail(member, "a request gets lost")) throw reset()
  const aborted = new Promise<never>((_resolve, reject) => {
    options.signal?.addEventListener("abort", () => reject(options.signal?.reason), { once: true })
  })
  aborted.catch(() => {})
  const { status, text } = await Promise.race([target.answer(sent), target.member.died, aborted])
  world.note(`${target.member.name} answers ${status} ${text.length}`)
  if (world.mayFail(member, "an answer gets lost")) throw reset()
  await world.turn(member, "answer arrives")
  return { status, ok: status < 400, text: async () => text }
}

type Arrived = { method: string; path: string; query: URLSearchParams; headers: IncomingHttpHeaders; bytes: Buffer }
/** Whoever gets the webhooks: the answer, or undefined for a connection that breaks. */
type Receive = (arrived: Arrived) => { status: number; text: string } | undefined

/** `http.request` of the service, for webhooks. */
class Outgoing extends EventEmitter {
  readonly reusedSocket = false
  readonly #member: Member
  readonly #target: URL
  readonly #options: RequestOptions
  #isDestroyed = false

  constructor(member: Member, target: URL, options: RequestOptions) {
    super()
    this.#member = member
    this.#target = target
    this.#options = options
  }

  end(body?: string | Buffer) {
    const { world } = this.#member
    const { pathname, searchParams } = this.#target
    const headers = this.#options.headers as IncomingHttpHeaders
    const request = { method: this.#options.method ?? "GET", path: pathname, query: searchParams, headers, bytes: Buffer.from(body ?? "") }
    const arrive = () => {
      if (this.#isDestroyed || world.mayFail(this.#member, "a webhook gets no answer")) return
      if (world.mayFail(this.#member, "a webhook is cut off")) return void this.destroy(new Error("socket hang up"))
      const answer = networks.get(world)?.receive(request)
      if (answer && world.mayFail(this.#member, "a webhook is received, but the answer is lost"))
        return void this.destroy(new Error("socket hang up"))
      world.ready(this.#member, "webhook is answered", () =>
        answer ? this.#respond(answer) : void this.destroy(new Error("socket hang up")),
      )
    }
    world.ready(this.#member, `${request.method} webhook`, arrive)
    return this
  }

  destroy(error?: Error) {
    if (this.#isDestroyed) return this
    this.#isDestroyed = true
    if (error) this.emit("error", error)
    this.emit("close")
    return this
  }

  #respond({ status, text }: { status: number; text: string }) {
    if (this.#isDestroyed) return
    const response = Object.assign(new EventEmitter(), { statusCode: status, headers: {}, complete: true })
    this.emit("response", response)
    response.emit("data", Buffer.from(text))
    response.emit("end")
    this.emit("close")
  }
}

export const requestOverNetwork = (member: Member, target: URL, options: RequestOptions) => new Outgoing(member, target, options)
