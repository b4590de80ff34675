import type { LookupAddress } from "node:dns"
import { Resolver } from "node:dns/promises"
import http from "node:http"
import https from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { StringDecoder } from "node:string_decoder"
import { isPublic } from "./addresses.ts"

/** The destination is not a public address. */
export class ForbiddenDestination extends Error {}

export type Call = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE"
  url: string
  headers: Record<string, string>
  body?: string | Buffer
  /** A certificate of our own that the other side asks for, and the authorities that it is known by where they are its own. */
  tls?: { cert?: string; key?: string; ca?: string }
  timeoutMs: number
  maxReplyBytes: number
  allowPrivate: boolean
  /** For an answer that is no text: each character of its body is one byte. */
  encoding?: "latin1"
}
export type Reply = { status: number; headers: http.IncomingHttpHeaders; body: string }

/** The connection broke after the headers and before the end of the body. The status and the received part of the body are known. */
export class InterruptedReply extends Error {
  readonly reply: Reply
  constructor(reply: Reply) {
    super("the connection was closed before the end of the answer")
    this.reply = reply
  }
}

const agents = {
  "http:": new http.Agent({ keepAlive: true }),
  "https:": new https.Agent({ keepAlive: true }),
}
const guardedAgents = { "http:": new http.Agent(), "https:": new https.Agent() }

/**
 * Calls an address that a user gave us. The connection uses exactly the address that was checked, so DNS rebinding has no effect; literal
 * addresses are checked too; redirects are not followed; everything ends by the deadline, the body included.
 */
export async function request(call: Call): Promise<Reply> {
  const start = performance.now()
  try {
    return await send(call)
  } catch (error) {
    if (!(error instanceof StaleConnection)) throw error
    return send({ ...call, timeoutMs: Math.max(1, call.timeoutMs - (performance.now() - start)) }, false)
  }
}

/** The other side was just closing a kept-alive connection: nothing was received on it, so the call is repeated on a new one. */
class StaleConnection extends Error {}

function send(call: Call, mayReuse = true): Promise<Reply> {
  const { method, url, headers, body, tls, timeoutMs, maxReplyBytes, allowPrivate, encoding = "utf8" } = call
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const target = new URL(url)
  const secure = target.protocol === "https:"
  const host = target.hostname.replace(/^\[|\]$/g, "")
  if (!allowPrivate && isIP(host) !== 0 && !isPublic(host))
    return Promise.reject(new ForbiddenDestination(`${host} is not a public address`))
  const agent = (allowPrivate && mayReuse && !tls ? agents : guardedAgents)[secure ? "https:" : "http:"]
  const outgoing = (secure ? https : http).request(target, {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
    agent,
    ...tls,
    ...(allowPrivate ? {} : { lookup: guardedLookup }),
  })
  const timeout = setTimeout(() => {
    const error = new Error(`no answer within ${timeoutMs / 1000} s`)
    reject(error)
    outgoing.destroy(error)
  }, timeoutMs)
  let replySoFar: (() => Reply) | undefined
  const fail = (error: Error) => reject(replySoFar ? new InterruptedReply(replySoFar()) : error)
  outgoing.on("response", response => {
    let received = Buffer.alloc(0)
    const { statusCode: status = 0, headers: replyHeaders } = response
    const body = () => new StringDecoder(encoding).write(received) // drops a character that was cut in two
    const reply = () => ({ status, headers: replyHeaders, body: body() })
    replySoFar = reply
    const done = () => {
      outgoing.off("close", closed)
      resolve(reply())
      if (!response.complete) outgoing.destroy()
    }
    response.on("data", (chunk: Buffer) => {
      received = Buffer.concat([received, chunk.subarray(0, maxReplyBytes - received.length)])
      if (received.length >= maxReplyBytes) done() // the rest is not needed
    })
    response.on("end", done).on("error", fail)
  })
  outgoing.on("error", (error: NodeJS.ErrnoException) =>
    fail(outgoing.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? "") ? new StaleConnection(error.message) : error),
  )
  const closed = () => fail(new Error("the connection was closed without an answer"))
  outgoing.on("close", closed)
  outgoing.end(body)
  return promise.finally(() => clearTimeout(timeout))
}

/** Resolves a name to its public addresses only. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  publicAddressesOf(hostname).then(
    allowed => (options.all ? callback(null, allowed) : callback(null, allowed[0]!.address, allowed[0]!.family)),
    (error: Error) => callback(error, "", 0),
  )
}

/**
 * Queries the name servers directly. The system's resolver has four threads for all callers, and a name server that does not respond
 * would block each of them for many seconds.
 */
async function publicAddressesOf(hostname: string): Promise<LookupAddress[]> {
  const addresses = /(^|\.)localhost\.?$/i.test(hostname) ? [] : await addressesOf(hostname)
  const allowed = addresses.filter(({ address }) => isPublic(address))
  if (allowed.length === 0) throw new ForbiddenDestination(`${hostname} has no public address`)
  return allowed
}

async function addressesOf(hostname: string): Promise<LookupAddress[]> {
  const resolver = new Resolver({ timeout: 2000, tries: 2 })
  const [four, six] = await Promise.allSettled([resolver.resolve4(hostname), resolver.resolve6(hostname)])
  if (four.status === "rejected" && six.status === "rejected") throw four.reason
  return [
    ...(four.status === "fulfilled" ? four.value.map(address => ({ address, family: 4 })) : []),
    ...(six.status === "fulfilled" ? six.value.map(address => ({ address, family: 6 })) : []),
  ]
}
