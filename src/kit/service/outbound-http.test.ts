import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import http, { type RequestListener } from "node:http"
import https from "node:https"
import { type AddressInfo, createServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { after, test } from "node:test"
import { gzipSync } from "node:zlib"
import { until } from "../../../test/harness.ts"
import { type Call, ForbiddenDestination, InterruptedReply, request } from "./outbound-http.ts"

const hasOpenssl = works("openssl", "version")
/** Runs in a network namespace with its own resolver and a public address, so that this machine is not affected. */
const own = ["--user", "--map-root-user", "--mount", "--net"]
const room = (then: string) => `ip link set lo up && ip addr add 93.184.216.34/32 dev lo && ip addr add 2606:4700::53/128 dev lo && ${then}`
const lacksRoom = () => !works("unshare", ...own, "sh", "-c", room("true")) && "this machine has no namespaces (unshare, ip)"
const program = [process.execPath, join(import.meta.dirname, "..", "..", "..", "test", "faults", "dns-rebinding.ts")]
const call: Omit<Call, "url"> = { method: "POST", headers: {}, body: "{}", timeoutMs: 5000, maxReplyBytes: 8192, allowPrivate: true }
const guarded = { ...call, allowPrivate: false }

/** Listens on every address of this machine and counts connections. */
async function listen<S extends Server>(server: S) {
  const sockets = new Set<Socket>()
  let came = 0
  server.on("connection", (socket: Socket) => {
    came++
    sockets.add(socket)
    socket.on("error", () => {}).on("close", () => sockets.delete(socket))
  })
  await new Promise<void>(resolve => server.listen(0, "127.0.0.1", resolve))
  after(() => {
    server.close()
    for (const socket of sockets) socket.destroy()
  })
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}/`, came: () => came, open: () => sockets.size }
}
const serve = (listener: RequestListener) => listen(http.createServer(listener))
/** Sends raw bytes once a request has arrived. */
const speak = (talk: (socket: Socket) => void) => listen(createServer(socket => void socket.once("data", () => talk(socket))))

test("a reply has status and body, and the request arrives as it was sent", async () => {
  const { url } = await serve((asked, answer) => {
    const chunks: Buffer[] = []
    asked
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => answer.writeHead(201, { "x-kind": "echo" }).end(Buffer.concat(chunks)))
  })
  const { headers, ...reply } = await request({ ...call, url, body: '{"naïve":"李😀"}' })
  assert.deepEqual(reply, { status: 201, body: '{"naïve":"李😀"}' })
  assert.equal(headers["x-kind"], "echo")
})

test("a reply that is no text keeps every byte where the caller says so", async () => {
  const bytes = Buffer.from([0x25, 0xff, 0x00, 0xc3, 0x28, 0x0d, 0x0a])
  const { url } = await serve((_asked, answer) => answer.end(bytes))
  const { body } = await request({ ...call, url, encoding: "latin1" })
  assert.deepEqual(Buffer.from(body, "latin1"), bytes)
})

test("a redirect is not followed", async () => {
  const inner = await serve((_asked, answer) => answer.end("inside"))
  for (const status of [301, 302, 303, 307, 308]) {
    const { url } = await serve((_asked, answer) => answer.writeHead(status, { location: inner.url }).end("there"))
    const { headers, ...reply } = await request({ ...call, url })
    assert.deepEqual([reply, headers["location"]], [{ status, body: "there" }, inner.url])
  }
  assert.equal(inner.came(), 0)
})

test("private literal addresses are refused in every notation, without a connection", async () => {
  const inner = await serve((_asked, answer) => answer.end("inside"))
  const hosts = `127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 0 0.0.0.0 localhost LOCALHOST
    ①②⑦.⓪.⓪.① 127.0.0.1. [::1] [::ffff:127.0.0.1] [::ffff:7f00:1] [64:ff9b::7f00:1] [2002:7f00:1::] [::127.0.0.1] [::]`
  for (const host of hosts.split(/\s+/))
    await assert.rejects(request({ ...guarded, url: `http://${host}:${inner.port}/` }), ForbiddenDestination, host)
  for (const host of ["user:pass@127.0.0.1", "example.com@127.0.0.1", "example.com:80@127.0.0.1"])
    await assert.rejects(request({ ...guarded, url: `http://${host}:${inner.port}/` }), ForbiddenDestination, host)
  for (const url of ["http://169.254.169.254/latest/meta-data/", "https://[fd00:ec2::254]/", "http://10.0.0.1/", "http://100.64.0.1/"])
    await assert.rejects(request({ ...guarded, url }), /is not a public address/, url)
  await assert.rejects(request({ ...guarded, url: `https://localhost:${inner.port}/` }), /localhost has no public address/)
  assert.equal(inner.came(), 0)
})

test(
  "calls a name only at the address that was checked, even if its address changes; a silent name server delays no other call",
  { skip: lacksRoom() },
  () => {
    const folder = mkdtempSync(join(tmpdir(), "countersign-dns-"))
    after(() => rmSync(folder, { recursive: true, force: true }))
    const settings = join(folder, "resolv.conf")
    writeFileSync(settings, "nameserver 127.0.0.1\noptions timeout:1 attempts:1\n")
    const said = execFileSync("unshare", [
      ...own,
      "sh",
      "-c",
      room(`mount --bind ${settings} /etc/resolv.conf && exec "$0" "$1"`),
      ...program,
    ])
    const seen = JSON.parse(said.toString()) as Record<string, { outcomes: Record<string, number>; queries: number }>
    assert.deepEqual(seen["flips"], { outcomes: { "200 public": 10, "flips.test has no public address": 10 }, queries: 20 })
    assert.deepEqual(seen["both"]!.outcomes, { "200 public": 20 })
    assert.deepEqual(seen["inner"]!.outcomes, { "inner.test has no public address": 20 })
    assert.deepEqual(seen["mapped"]!.outcomes, { "mapped.test has no public address": 20 })
    assert.deepEqual(seen["silent"], { meanwhile: "200 public", resolved: 0 })
    assert.deepEqual(seen["privateConnections"], 0)
  },
)

test("the deadline covers everything: no answer, slow headers, an endless body", async () => {
  const trickle = (socket: Socket, text: string) => {
    const timer = setInterval(() => socket.write(text), 20)
    socket.on("close", () => clearInterval(timer))
  }
  const silent = await speak(() => {})
  const headers = await speak(socket => {
    socket.write("HTTP/1.1 200 OK\r\n")
    trickle(socket, "x: y\r\n")
  })
  const hints = await speak(socket => trickle(socket, "HTTP/1.1 103 Early Hints\r\n\r\n"))
  const body = await speak(socket => {
    socket.write("HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n")
    trickle(socket, ".")
  })
  for (const [name, { url, open }] of Object.entries({ silent, headers, hints, body })) {
    await assert.rejects(request({ ...call, url, timeoutMs: 300 }), /no answer within 0.3 s/, name)
    await until(async () => open() === 0, `${name} is hung up on`)
  }
})

test("keeps the first part of an endless body and does not read the rest", async () => {
  let written = 0
  const { url, open } = await serve((_asked, answer) => {
    const chunk = Buffer.alloc(65_536, "x")
    const pour = () => {
      while (!answer.destroyed && answer.write(chunk)) written += chunk.length
    }
    answer.on("drain", pour).writeHead(200)
    pour()
  })
  const { status, body } = await request({ ...call, url })
  assert.deepEqual([status, body], [200, "x".repeat(8192)])
  await until(async () => open() === 0, "it is hung up on")
  assert.ok(written < 50_000_000, `${written} bytes were taken`)
})

test("the limit of the body is in bytes, and no character is cut in two", async () => {
  const { url } = await serve((_asked, answer) => answer.end("😀é".repeat(2000)))
  const { body } = await request({ ...call, url, maxReplyBytes: 8191 })
  assert.equal(body, `${"😀é".repeat(1365)}`)
  assert.equal((await request({ ...call, url, maxReplyBytes: 8191 - 3 })).body, `${"😀é".repeat(1364)}😀`)
})

test("a compressed reply is not decompressed", async () => {
  const bomb = gzipSync(Buffer.alloc(50_000_000, "x"))
  let accepted: unknown = "not asked"
  const { url } = await serve((asked, answer) => {
    accepted = asked.headers["accept-encoding"]
    answer.writeHead(200, { "content-encoding": "gzip" }).end(bomb)
  })
  const { status, body } = await request({ ...call, url })
  assert.deepEqual([status, accepted], [200, undefined])
  assert.ok(body.length <= 8192 && !body.includes("xxxx"))
})

test("endless headers are refused", async () => {
  const { url, open } = await speak(socket => {
    const pour = () => {
      while (!socket.destroyed && socket.write(`x-${"y".repeat(1000)}: z\r\n`));
    }
    socket.write("HTTP/1.1 200 OK\r\n")
    socket.on("drain", pour)
    pour()
  })
  await assert.rejects(request({ ...call, url }), /Header overflow/i)
  await until(async () => open() === 0, "it is hung up on")
})

test("a closed connection or an invalid reply is an error", async () => {
  const ways: Record<string, (socket: Socket) => void> = {
    atOnce: socket => socket.destroy(),
    inMidHeader: socket => socket.write("HTTP/1.1 200 OK\r\ncontent-le", () => socket.destroy()),
    nonsense: socket => void socket.end("SSH-2.0-OpenSSH_9.9\r\n"),
    upgrade: socket => socket.write("HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n"),
  }
  for (const [name, talk] of Object.entries(ways)) {
    const { url, open } = await speak(talk)
    const late = new Promise<string>(resolve => void setTimeout(resolve, 3000, "still waiting").unref())
    const outcome = request({ ...call, url, timeoutMs: 1000 }).then(
      reply => `answered ${reply.status}`,
      () => "refused",
    )
    assert.equal(await Promise.race([outcome, late]), "refused", name)
    await until(async () => open() === 0, `${name} is hung up on`)
  }
})

test("a connection that breaks after the headers gives an error with the status and the received part of the body", async () => {
  const ways: Record<string, (socket: Socket) => void> = {
    inMidBody: socket => socket.write("HTTP/1.1 202 Accepted\r\ncontent-length: 100\r\n\r\nhalf", () => socket.destroy()),
    inMidChunk: socket => socket.write("HTTP/1.1 202 Accepted\r\ntransfer-encoding: chunked\r\n\r\nff\r\nhalf", () => socket.destroy()),
  }
  for (const [name, talk] of Object.entries(ways)) {
    const { url, open } = await speak(talk)
    const error: unknown = await request({ ...call, url }).catch((thrown: unknown) => thrown)
    assert.ok(error instanceof InterruptedReply, name)
    assert.equal(error.reply.status, 202, name)
    assert.ok("half".startsWith(error.reply.body), name)
    await until(async () => open() === 0, `${name} is hung up on`)
  }
})

test("a kept-alive connection that the other side just closed is replaced", async () => {
  let asked = 0
  const server = await listen(
    createServer(socket => {
      socket.once("data", () => {
        asked++
        socket.write("HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
        socket.once("data", () => socket.destroy())
      })
    }),
  )
  for (let i = 0; i < 4; i++) assert.equal((await request({ ...call, url: server.url })).status, 200)
  assert.equal(asked, 4)
})

test("a reply that is not UTF-8 is still text", async () => {
  const { url } = await serve((_asked, answer) => answer.end(Buffer.from([0x66, 0xff, 0xc3, 0x28, 0x00, 0xf0, 0x9f, 0x98])))
  const { status, body } = await request({ ...call, url })
  assert.deepEqual([status, body.startsWith("f\ufffd")], [200, true])
})

test("refuses an untrusted certificate, and sends nothing to its server", { skip: !hasOpenssl && "openssl is not installed" }, async () => {
  const folder = mkdtempSync(join(tmpdir(), "countersign-tls-"))
  after(() => rmSync(folder, { recursive: true, force: true }))
  const [key, cert] = [join(folder, "key.pem"), join(folder, "cert.pem")]
  const kind = ["-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=127.0.0.1"]
  execFileSync("openssl", ["req", ...kind, "-keyout", key, "-out", cert], { stdio: "ignore" })
  let asked = 0
  const server = https.createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_asked, answer) => {
    asked++
    answer.end("hello")
  })
  const { port } = await listen(server)
  await assert.rejects(request({ ...call, url: `https://127.0.0.1:${port}/` }), /self-signed certificate/)
  assert.equal(asked, 0)
})

function works(program: string, ...args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: "ignore" })
    return true
  } catch {
    return false
  }
}
