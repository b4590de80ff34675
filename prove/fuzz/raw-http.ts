import { connect } from "node:net"
import type { Random } from "../random.ts"

const line = "\r\n"
const host = "Host: 127.0.0.1"
const body = '{"email":"a@example.com"}'
const get = `GET /healthz HTTP/1.1${line}${host}`
const end = `${line}${line}`
const post = `POST /v1/contacts/create HTTP/1.1${line}${host}${line}Content-Type: application/json`
const noise = (random: Random) => String.fromCharCode(...Array.from({ length: 40 }, () => random.whole(0, 255)))

const chunked = `${post}${line}Transfer-Encoding: chunked${end}`
const methods = ["PUT", "DELETE", "TRACE", "CONNECT", "OPTIONS", "HEAD", "PATCH", "G\0T", "get"]
const addresses = ["/%", "/%ff", "/v1/contacts/%00", "//x", "/../x", "http://other/v1", "*", "/v1/contacts/..%2f..", "?"]

/** Bytes on a connection that break the protocol, or use it as no client should. */
const abuses: Record<string, (random: Random) => string> = {
  noise,
  "two lengths": () => `${post}${line}Content-Length: 5${line}Content-Length: 6${end}hello`,
  "a length and chunks": () => `${post}${line}Content-Length: 5${line}Transfer-Encoding: chunked${end}0${end}${get}${end}`,
  "a wrong encoding": random =>
    `${post}${line}Transfer-Encoding: ${random.pick(["xchunked", "chunked, gzip", " chunked"])!}${end}5${line}hello`,
  "a length that is no number": random =>
    `${post}${line}Content-Length: ${random.pick(["+5", "-1", "0x5", "5 5", "9".repeat(30)])!}${end}hello`,
  "too short a body": () => `${post}${line}Content-Length: 9000${end}${body}`,
  "more than its length": () => `${post}${line}Content-Length: 2${end}${body}`,
  "a chunk of a wrong size": random => `${chunked}${random.pick(["zz", "-5", "f".repeat(17), "3;x=\0", ""])!}${line}hello${line}0${end}`,
  "chunks without an end": () => `${chunked}5${line}hello${line}`,
  "many headers": random => `${get}${line}${`X-A: b${line}`.repeat(random.whole(50, 4_000))}${line}`,
  "a long header": random => `${get}${line}X-A: ${"a".repeat(random.whole(1_000, 60_000))}${end}`,
  "a long address": random => `GET /${"a".repeat(random.whole(1_000, 60_000))} HTTP/1.1${line}${host}${end}`,
  "two hosts": () => `${get}${line}Host: other${end}`,
  "no host": () => `GET /healthz HTTP/1.1${end}`,
  "two keys": () => `GET /v1/contacts HTTP/1.1${line}${host}${line}Authorization: ApiKey a${line}Authorization: ApiKey b${end}`,
  "a folded header": () => `${get}${line}X-A: a${line} b${end}`,
  "bare line feeds": () => `GET /healthz HTTP/1.1\nHost: x\n\n`,
  "a NUL in a header": () => `${get}${line}X-A: a\0b${end}`,
  "another method": random => `${random.pick(methods)!} /v1/contacts HTTP/1.1${line}${host}${end}`,
  "another version": random => `GET /healthz HTTP/${random.pick(["0.9", "1.0", "2.0", "9", "1.1.1"])!}${line}${host}${end}`,
  "many requests at once": random => `${get}${end}`.repeat(random.whole(2, 60)),
  "an odd address": random => `GET ${random.pick(addresses)!} HTTP/1.1${line}${host}${end}`,
  "an upgrade": () => `${get}${line}Connection: upgrade${line}Upgrade: h2c${end}`,
  "an expectation": random => `${post}${line}Expect: ${random.pick(["100-continue", "nonsense"])!}${line}Content-Length: 25${end}${body}`,
}

/** What the service sent until it closed the connection, or said nothing more for a while. */
export async function abuse(baseUrl: string, random: Random): Promise<{ name: string; sent: string; text: string; problem?: string }> {
  const name = random.pick(Object.keys(abuses))!
  const sent = abuses[name]!(random)
  const { hostname, port } = new URL(baseUrl)
  const text = await new Promise<string>(resolve => {
    let received = ""
    const socket = connect(Number(port), hostname)
    const finish = () => (socket.destroy(), resolve(received))
    socket.setTimeout(random.whole(40, 150), finish) // an unfinished request is left: the service waits for its rest for longer than that
    socket.once("close", finish)
    socket.on("error", finish)
    socket.on("data", chunk => (received += chunk.toString("latin1")))
    for (const part of random.chance(0.3) ? sent.match(/[^]{1,97}/g)! : [sent]) socket.write(Buffer.from(part, "latin1"))
  })
  const statuses = [...text.matchAll(/^HTTP\/1\.1 (\d{3})/gm)].map(([, status]) => Number(status))
  const problem = statuses.some(status => status >= 500 && status !== 505) ? `answered ${statuses.join()}` : undefined
  return { name, sent, text, ...(problem !== undefined && { problem }) }
}
