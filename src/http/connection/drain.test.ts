import assert from "node:assert/strict"
import { once } from "node:events"
import { Agent, createServer, get, type IncomingMessage } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { test } from "node:test"
import { drain } from "./drain.ts"
import { enableIdleTimeout } from "./idle-timeout.ts"

test("a stop accepts and answers connections that are already in the listen queue", async () => {
  const server = createServer((_request, response) => void response.end("here"))
  enableIdleTimeout(server)
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const agent = new Agent({ keepAlive: true })
  const answers = Array.from({ length: 40 }, () => {
    const { promise, resolve, reject } = Promise.withResolvers<number>()
    get(
      { port, host: "127.0.0.1", agent },
      (answer: IncomingMessage) => void answer.resume().on("end", () => resolve(answer.statusCode!)),
    ).on("error", reject)
    return promise
  })
  await once(server, "connection") // the first of them; the others are connecting too
  const closed = once(server, "close")
  await drain(server)
  assert.deepEqual(new Set(await Promise.all(answers)), new Set([200]))
  await closed
  agent.destroy()
})

test("a stop does not wait for a connection on which nothing was ever sent, such as one that a browser opened ahead", async () => {
  const server = createServer(() => {})
  enableIdleTimeout(server)
  await once(server.listen(0, "127.0.0.1"), "listening")
  const closed = once(server, "close")
  const ahead = connect((server.address() as AddressInfo).port, "127.0.0.1")
  await once(server, "connection")
  await drain(server)
  await Promise.all([closed, once(ahead.resume(), "close")])
})

/** A server that answers each request, and the client's idle connection to it, which was used once. */
async function startWithIdleConnection() {
  const server = createServer((_request, response) => void response.end("here"))
  enableIdleTimeout(server)
  await once(server.listen(0, "127.0.0.1"), "listening")
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  const request = async () => {
    socket.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n")
    return String((await once(socket, "data"))[0]).slice(0, 12)
  }
  await request()
  return { server, socket, request, closed: once(server, "close") }
}

test("a stop behind a proxy answers on a connection that has been idle for longer than others may be", async () => {
  const [direct, proxied] = [await startWithIdleConnection(), await startWithIdleConnection()]
  const stopped = drain(proxied.server, { isBehindProxy: true })
  await Promise.all([drain(direct.server), once(direct.socket.resume(), "close"), direct.closed])
  assert.equal(await proxied.request(), "HTTP/1.1 200")
  proxied.socket.destroy()
  await Promise.all([stopped, proxied.closed])
})
