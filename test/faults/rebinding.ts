// Runs in a network of its own: a DNS server that changes its mind, a server on a public address, one on a private address.
import { createSocket } from "node:dgram"
import http from "node:http"
import { request } from "../../src/kit/request.ts"

const hereIs = { public: "93.184.216.34", private: "127.0.0.1" }
const port = 8080
const types = { A: 1, AAAA: 28 }
const questions = new Map<string, number>()

/** What a name is told to be: the nth time it is asked for. */
const names: Record<string, (n: number) => string[]> = {
  "flips.test": n => [n % 2 === 1 ? hereIs.public : hereIs.private],
  "both.test": () => [hereIs.private, hereIs.public, "10.0.0.1"],
  "inner.test": () => [hereIs.private],
  "mapped.test": () => ["::ffff:127.0.0.1"],
}

const bytesOf = (address: string) =>
  address.includes(":") ? Buffer.from("00000000000000000000ffff7f000001", "hex") : Buffer.from(address.split(".").map(Number))

function answerTo(question: Buffer): Buffer {
  const labels: string[] = []
  let at = 12
  while (question[at]! > 0) {
    labels.push(question.toString("latin1", at + 1, at + 1 + question[at]!))
    at += question[at]! + 1
  }
  const [name, type, end] = [labels.join("."), question.readUInt16BE(at + 1), at + 5]
  const isFirst = type === types.A
  if (isFirst) questions.set(name, (questions.get(name) ?? 0) + 1)
  const told = (names[name]?.(questions.get(name) ?? 0) ?? []).filter(address => address.includes(":") === (type === types.AAAA))
  const records = told.map(address => {
    const bytes = bytesOf(address)
    const head = Buffer.from([0xc0, 12, 0, type, 0, 1, 0, 0, 0, 0, 0, bytes.length]) // the name above, IN, for no time at all
    return Buffer.concat([head, bytes])
  })
  const header = Buffer.from([question[0]!, question[1]!, 0x84, 0, 0, 1, 0, records.length, 0, 0, 0, 0])
  return Buffer.concat([header, question.subarray(12, end), ...records])
}

const dns = createSocket("udp4")
dns.on("message", (question, from) => {
  if (!question.includes("silent")) dns.send(answerTo(question), from.port, from.address)
})
await new Promise<void>(resolve => dns.bind(53, "127.0.0.1", resolve))

let callsOfPrivate = 0
const open = (address: string, text: string, onCall = () => {}) =>
  new Promise<void>(resolve => {
    const server = http.createServer((_asked, answer) => answer.end(text)).on("connection", onCall)
    server.listen(port, address, resolve)
  })
await open(hereIs.public, "public")
await open(hereIs.private, "private", () => callsOfPrivate++)

const asked = (name: string) => {
  const call = { method: "GET" as const, url: `http://${name}:${port}/`, headers: {}, withinMs: 5000, keep: 100, allowPrivate: false }
  return request(call).then(
    ({ status, body }) => `${status} ${body}`,
    (error: Error) => error.message,
  )
}

const seen: Record<string, unknown> = {}
for (const name of Object.keys(names)) {
  const outcomes: Record<string, number> = {}
  for (let i = 0; i < 20; i++) {
    const outcome = await asked(name)
    outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
  }
  seen[name.replace(".test", "")] = { outcomes, questions: questions.get(name) ?? 0 }
}

/** Names whose server never answers: who asks for another name meanwhile does not wait for them. */
let given = 0
for (let i = 0; i < 12; i++) void asked(`silent${i}.test`).then(() => given++)
const meanwhile = await asked("both.test")
process.stdout.write(JSON.stringify({ ...seen, callsOfPrivate, silent: { meanwhile, given } }))
process.exit(0)
