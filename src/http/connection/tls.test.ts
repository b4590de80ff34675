import assert from "node:assert/strict"
import { once } from "node:events"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { type AddressInfo, connect as connectPlain, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, before, mock, test, type TestContext } from "node:test"
import { connect, type TLSSocket } from "node:tls"
import { until } from "../../../test/harness.ts"
import { createCertificate } from "../../../test/self-signed.ts"
import { config, readConfig, setConfig } from "../../kit/service/config.ts"
import { log } from "../../kit/service/log.ts"
import { createFirstServer, drainServers, listenOnFurtherAddresses } from "./http-servers.ts"
import { createIdleCheck, idleTimeoutMs } from "./idle-timeout.ts"
import { handleBadRequest } from "./malformed-requests.ts"

const folder = mkdtempSync(join(tmpdir(), "countersign-tls-"))
const files = { TLS_CERT_FILE: join(folder, "cert.pem"), TLS_KEY_FILE: join(folder, "key.pem") }
const { config: previous, level } = { config, level: log.level }
before(() => void (log.level = "silent"))
after(() => {
  setConfig(previous)
  log.level = level
  rmSync(folder, { recursive: true })
})

type Pair = ReturnType<typeof createCertificate>
function write({ cert, key }: Pair): Pair {
  writeFileSync(files.TLS_CERT_FILE, cert)
  writeFileSync(files.TLS_KEY_FILE, key)
  return { cert, key }
}

const clients = new Set<Socket>()
/** So that a test can leave them open. */
function track<T extends Socket>(socket: T): T {
  clients.add(socket.on("error", () => {}))
  return socket
}
const openPlain = (port: number, host = "127.0.0.1") => track(connectPlain(port, host))

/** Starts a server with a pair of its own, on two addresses, until the test ends. */
async function startServer(t: TestContext, { settings = {}, body = "here" as string | Buffer } = {}) {
  const pair = write(createCertificate())
  setConfig(readConfig({ ...files, ...settings }))
  const server = createFirstServer((_request, response) => void response.end(body)).on("clientError", handleBadRequest)
  await once(server.listen(0, "127.0.0.1"), "listening")
  await listenOnFurtherAddresses(server, ["127.0.0.2"])
  t.after(async () => {
    for (const client of clients) client.destroy()
    if (server.listening) await Promise.all([once(server, "close"), drainServers(server)])
  })
  return { server, pair, port: (server.address() as AddressInfo).port }
}

/** A connection whose handshake is done. */
async function open(port: number, { cert }: Pair, host = "127.0.0.1"): Promise<TLSSocket> {
  const socket = track(connect({ port, host, ca: cert, servername: "", checkServerIdentity: () => undefined }))
  await once(socket, "secureConnect")
  return socket
}
async function request(socket: Socket): Promise<string> {
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
  return String((await once(socket, "data"))[0])
}
const isClosed = (socket: Socket) => once(socket.resume(), "close")

test("with a certificate and a key it serves TLS, on every address", async t => {
  const { port, pair } = await startServer(t)
  for (const host of ["127.0.0.1", "127.0.0.2"]) {
    const socket = await open(port, pair, host)
    assert.match(await request(socket), /^HTTP\/1\.1 200 OK\r\n.*here$/s)
    socket.destroy()
  }
})

test("plain HTTP on the port of TLS is refused with an error that names the address to use", async t => {
  const { port, pair } = await startServer(t, { settings: { BASE_URL: "https://pay.example.com" } })
  for (const text of ["GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 5\r\n\r\n12345", "NONSENSE"]) {
    const socket = openPlain(port)
    socket.write(text)
    const answer = String((await once(socket, "data"))[0])
    assert.match(
      answer,
      /^HTTP\/1\.1 400 .*^connection: close.*"code":"GEN-1001".*plain HTTP.*use https:\/\/pay\.example\.com; nothing was done"/ims,
      text,
    )
    await isClosed(socket)
  }
  assert.match(await request(await open(port, pair)), / 200 /)
})

test("a connection that begins like TLS and is none is closed, and malformed HTTP inside TLS is answered", async t => {
  const { port, pair } = await startServer(t)
  const broken = openPlain(port)
  broken.write(Buffer.from([0x16, 0xff, 0xff, 0xff, 0xff, 0xff]))
  await isClosed(broken)
  const socket = await open(port, pair)
  socket.write("NONSENSE\r\n\r\n")
  assert.match(String((await once(socket, "data"))[0]), /^HTTP\/1\.1 400 .*"code":"GEN-1001"/s)
})

test("a connection on which no handshake begins is closed after ten seconds", async t => {
  const { port, server } = await startServer(t)
  mock.timers.enable({ apis: ["setTimeout"] })
  try {
    const silent = openPlain(port)
    await Promise.all([once(server, "connection"), once(silent, "connect")])
    mock.timers.tick(9_999)
    assert.equal(silent.readyState, "open")
    mock.timers.tick(1)
    await isClosed(silent)
  } finally {
    mock.timers.reset()
  }
})

test("a handshake that does not go on is cut off", { timeout: 60_000 }, async t => {
  const { port } = await startServer(t)
  const slow = openPlain(port)
  slow.write(Buffer.from([0x16, 0x03, 0x01]))
  await isClosed(slow)
})

test("connections are bounded before their handshake, over all addresses", async t => {
  const { port, pair } = await startServer(t, { settings: { MAX_CONNECTIONS: "3" } })
  const silent = openPlain(port)
  await once(silent, "connect")
  const others = [await open(port, pair, "127.0.0.2"), await open(port, pair)]
  const refused = openPlain(port, "127.0.0.2")
  await isClosed(refused)
  for (const socket of [silent, ...others]) socket.destroy()
})

test("an idle connection of TLS is closed, and one whose response is read slowly is not", async t => {
  const length = 20_000_000
  const { port, pair, server } = await startServer(t, { body: Buffer.alloc(length) })
  const closeIdle = createIdleCheck(server)
  const [idle, reader] = [await open(port, pair), await open(port, pair)]
  let [received, target, now] = [0, 0, performance.now()]
  reader.on("data", chunk => (received += chunk.length) >= target && reader.pause())
  reader.write("GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
  for (target = 5_000_000; target < length; target += 5_000_000) {
    reader.resume()
    await until(async () => received >= target, "more was read")
    closeIdle((now += idleTimeoutMs * 0.6))
  }
  await isClosed(idle)
  reader.resume()
  await until(async () => received > length, "all of it was read")
})

test("a stop does not wait for a connection of TLS on which nothing was sent, nor for one before its handshake", async t => {
  const { port, pair, server } = await startServer(t)
  const closed = once(server, "close")
  const ahead = await open(port, pair)
  const silent = openPlain(port)
  await once(server, "connection")
  await Promise.all([drainServers(server), closed, isClosed(ahead), isClosed(silent)])
})

test("a new pair is used by new connections without a restart, once both files are there; open connections go on", async t => {
  const { port, pair } = await startServer(t)
  const early = await open(port, pair)
  const next = write(createCertificate())
  const isUsed = async (expected: Pair, host: string) => {
    const socket = await open(port, expected, host).catch(() => undefined)
    socket?.destroy()
    return socket !== undefined
  }
  for (const host of ["127.0.0.1", "127.0.0.2"]) await until(() => isUsed(next, host), "the new certificate is used")
  assert.match(await request(early), / 200 /)
  early.destroy()
})

test("a pair that does not fit, is cut off or missing leaves the old one in use, and is one line of the log", async t => {
  const { port, pair } = await startServer(t)
  const lines: unknown[] = []
  log.level = "error"
  t.mock.method(log, "error", (...args: unknown[]) => void lines.push(args.at(-1)))
  const [other, last] = [createCertificate(), createCertificate()]
  const table: [change: () => void, says: RegExp][] = [
    [() => writeFileSync(files.TLS_CERT_FILE, other.cert), /key in .*key\.pem does not belong to the certificate in .*cert\.pem$/],
    [
      () => writeFileSync(files.TLS_CERT_FILE, other.cert.slice(0, 200)),
      /TLS_CERT_FILE names .*cert\.pem, which holds no certificate as PEM$/,
    ],
    [() => writeFileSync(files.TLS_KEY_FILE, ""), /which holds no/],
    [() => rmSync(files.TLS_KEY_FILE), /TLS_KEY_FILE names .*key\.pem, which can't be read: ENOENT$/],
  ]
  for (const [i, [change, says]] of table.entries()) {
    change()
    await until(async () => lines.length === i + 1, `line ${i + 1} of the log`)
    assert.match(String(lines[i]), says)
    assert.match(String(lines[i]), /^the new TLS certificate can't be used, and the old one stays in use: /)
    const socket = await open(port, pair)
    assert.match(await request(socket), / 200 /)
    socket.destroy()
  }
  write(last)
  await until(
    async () =>
      open(port, last).then(
        socket => (socket.destroy(), true),
        () => false,
      ),
    "the good pair is used",
  )
  assert.equal(lines.length, table.length)
  log.level = "silent"
})

test("a server does not start with a pair that can't be used", () => {
  write({ ...createCertificate(), key: createCertificate().key })
  setConfig(readConfig(files))
  assert.throws(() => createFirstServer(() => {}), /key in .*key\.pem does not belong to the certificate in .*cert\.pem/)
})
