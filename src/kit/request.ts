import type { LookupAddress } from "node:dns"
import { Resolver } from "node:dns/promises"
import http from "node:http"
import https from "node:https"
import { isIP, type LookupFunction } from "node:net"
import { StringDecoder } from "node:string_decoder"
import { isPublic } from "./addresses.ts"

/** The destination may not be called. */
export class Forbidden extends Error {}

export type Call = {
  method: "GET" | "POST"
  url: string
  headers: Record<string, string>
  body?: string
  withinMs: number
  keep: number
  allowPrivate: boolean
}
export type Reply = { status: number; body: string }

const agents = {
  "http:": new http.Agent({ keepAlive: true }),
  "https:": new https.Agent({ keepAlive: true }),
}
const guardedAgents = { "http:": new http.Agent(), "https:": new https.Agent() }

/**
 * Calls an address that a stranger gave us. The address that was checked is the one that is dialled, so a name that changes its
 * mind in between changes nothing; literals are checked too; redirects are answers; everything ends by the deadline, body included.
 */
export async function request(call: Call): Promise<Reply> {
  const start = performance.now()
  try {
    return await send(call)
  } catch (error) {
    if (!(error instanceof Closed)) throw error
    return send({ ...call, withinMs: Math.max(1, call.withinMs - (performance.now() - start)) }, false)
  }
}

/** A kept connection that the other side was just closing: nothing was answered on it, so it is asked again on one of its own. */
class Closed extends Error {}

function send({ method, url, headers, body, withinMs, keep, allowPrivate }: Call, mayReuse = true): Promise<Reply> {
  const { promise, resolve, reject } = Promise.withResolvers<Reply>()
  const target = new URL(url)
  const secure = target.protocol === "https:"
  const host = target.hostname.replace(/^\[|\]$/g, "")
  if (!allowPrivate && isIP(host) !== 0 && !isPublic(host)) return Promise.reject(new Forbidden(`${host} is not a public address`))
  const agent = (allowPrivate && mayReuse ? agents : guardedAgents)[secure ? "https:" : "http:"]
  const sent = (secure ? https : http).request(target, {
    method,
    headers: { ...headers, ...(body !== undefined && { "content-length": Buffer.byteLength(body) }) },
    agent,
    ...(allowPrivate ? {} : { lookup: guardedLookup }),
  })
  const late = setTimeout(() => {
    const error = new Error(`no answer within ${withinMs / 1000} s`)
    reject(error)
    sent.destroy(error)
  }, withinMs)
  sent.on("response", answer => {
    let kept = Buffer.alloc(0)
    const done = () => {
      sent.off("close", closed)
      resolve({ status: answer.statusCode ?? 0, body: new StringDecoder("utf8").write(kept) }) // a character that was cut in two is left out
      if (!answer.complete) sent.destroy()
    }
    answer.on("data", (chunk: Buffer) => {
      kept = Buffer.concat([kept, chunk.subarray(0, keep - kept.length)])
      if (kept.length >= keep) done() // the status is known, and the rest is nobody's business
    })
    answer.on("end", done).on("error", reject)
  })
  sent.on("error", (error: NodeJS.ErrnoException) =>
    reject(sent.reusedSocket && /^(ECONNRESET|EPIPE)$/.test(error.code ?? "") ? new Closed(error.message) : error),
  )
  const closed = () => reject(new Error("the connection was closed without an answer"))
  sent.on("close", closed)
  sent.end(body)
  return promise.finally(() => clearTimeout(late))
}

/** Resolves a name and hands on only the addresses that may be called. */
const guardedLookup: LookupFunction = (hostname, options, callback) => {
  publicAddressesOf(hostname).then(
    allowed => (options.all ? callback(null, allowed) : callback(null, allowed[0]!.address, allowed[0]!.family)),
    (error: Error) => callback(error, "", 0),
  )
}

/**
 * Asked of the name servers directly. The system's resolver has four threads for all, and a name server that keeps silent would hold
 * each of them for many seconds; here it keeps only its own callers waiting.
 */
async function publicAddressesOf(hostname: string): Promise<LookupAddress[]> {
  const found = /(^|\.)localhost\.?$/i.test(hostname) ? [] : await addressesOf(hostname)
  const allowed = found.filter(({ address }) => isPublic(address))
  if (allowed.length === 0) throw new Forbidden(`${hostname} has no public address`)
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
