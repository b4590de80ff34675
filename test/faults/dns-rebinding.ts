// Runs in its own network namespace: a DNS server that alternates its replies, and HTTP servers on a public and a private address.
import { createSocket } from "node:dgram"
import http from "node:http"
import { request } from "../../src/kit/service/outbound-http.ts"

const addresses = { public: "93.184.216.34", private: "127.0.0.1" }
const port = 8080
const types = { A: 1, AAAA: 28 }
const queryCounts = new Map<string, number>()

/** The addresses that the nth query for a name returns. */
const names: Record<string, (n: number) => string[]> = {
  "flips.test": n => [n % 2 === 1 ? addresses.public : addresses.private],
  "both.test": () => [addresses.private, addresses.public, "10.0.0.1"],
  "inner.test": () => [addresses.private],
  "mapped.test": () => ["::ffff:127.0.0.1"],
}

const bytesOf = (address: string) =>
  address.includes(":") ? Buffer.from("00000000000000000000ffff7f000001", "hex") : Buffer.from(address.split(".").map(Number))

function renderReply(query: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  while (query[at]! > 0) {
    labels.push(query.toString("latin1", at + 1, at + 1 + query[at]!))
    at += query[at]! + 1
  }
  const [name, type, end] = [labels.join("."), query.readUInt16BE(at + 1), at + 5]
  if (type === types.A) queryCounts.set(name, (queryCounts.get(name) ?? 0) + 1)
  const replyAddresses = (names[name]?.(queryCounts.get(name) ?? 0) ?? []).filter(
    address => address.includes(":") === (type === types.AAAA),
  )
  const records = replyAddresses.map(address => {
    const bytes = bytesOf(address)
    const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]) // pointer to the name, class IN, TTL 0
    return Buffer.concat([head, bytes])
  })
  const header = Buffer.from([query[0]!, query[1]!, 0x84, 0, 0, 1, 0, records.length, 0, 0, 0, 0])
  return Buffer.concat([header, query.subarray(12, end), ...records])
}

const dns = createSocket("udp4")
dns.on("message", (query, from) => {
  if (!query.includes("silent")) dns.send(renderReply(query), from.port, from.address)
})
await new Promise<void>(resolve => dns.bind(53, "127.0.0.1", resolve))

let privateConnections = 0
const listen = (address: string, text: string, onConnection = () => {}) =>
  new Promise<void>(resolve => {
    const server = http.createServer((_request, response) => response.end(text)).on("connection", onConnection)
    server.listen(port, address, resolve)
  })
await listen(addresses.public, "public")
await listen(addresses.private, "private", () => privateConnections++)

const fetchName = (name: string) => {
  const call = {
    method: "GET" as const,
    url: `http://${name}:${port}/`,
    headers: {},
    timeoutMs: 5000,
    maxReplyBytes: 100,
    allowPrivate: false,
  }
  return request(call).then(
    ({ status, body }) => `${status} ${body}`,
    (error: Error) => error.message,
  )
}

const seen: Record<string, unknown> = {}
for (const name of Object.keys(names)) {
  const outcomes: Record<string, number> = {}
  for (let i = 0; i < 20; i++) {
    const outcome = await fetchName(name)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  seen[name.replace(".test", "")] = { outcomes, queries: queryCounts.get(name) ?? 0 }
}

/** Queries that never get a reply must not delay the look-up of another name. */
let resolved = 0
for (let i = 0; i < 12; i++) void fetchName(`silent${i}.test`).then(() => resolved++)
const meanwhile = await fetchName("both.test")
process.stdout.write(JSON.stringify({ ...seen, privateConnections, silent: { meanwhile, resolved } }))
process.exit(0)
