import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { after, test } from "node:test"
import { until } from "../../../test/harness.ts"
import { enableIdleTimeout, idleTimeoutMs, createIdleCheck } from "./idle-timeout.ts"

const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

async function startServer(body: string | Buffer): Promise<Server> {
  const server = createServer((_request, response) => void response.end(body))
  await once(server.listen(0, "127.0.0.1"), "listening")
  after(() => (server.closeAllConnections(), server.close()))
  return server
}
async function connectTo(server: Server): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  await once(server, "connection")
  return socket.on("error", () => {})
}
const sendRequest = async (socket: Socket) => {
  socket.write(request)
  await once(socket, "data")
}

test("an idle connection is closed, before its first request and after its last; an active one stays open", async () => {
  const server = await startServer("here")
  const closeIdle = createIdleCheck(server)
  const [unused, idle, active] = [await connectTo(server), await connectTo(server), await connectTo(server)]
  await Promise.all([sendRequest(idle), sendRequest(active)])
  const start = performance.now()
  closeIdle(start)
  await sendRequest(active)
  closeIdle(start + idleTimeoutMs)
  await Promise.all([unused, idle].map(socket => (closeIdle(start + idleTimeoutMs + 1000), once(socket.resume(), "close"))))
  await sendRequest(active)
})

test("a response that is read slowly is not cut off", async () => {
  const length = 30_000_000
  const server = await startServer(Buffer.alloc(length))
  const closeIdle = createIdleCheck(server)
  const reader = await connectTo(server)
  let received = 0
  let target = 0
  reader.on("data", chunk => (received += chunk.length) >= target && reader.pause())
  reader.write(request)
  let now = performance.now()
  for (target = 8_000_000; target < length; target += 8_000_000) {
    reader.resume()
    await until(async () => received >= target, "more was read")
    closeIdle((now += idleTimeoutMs * 0.6))
  }
  reader.resume()
  await until(async () => received > length, "all of it was read")
})

test("Node's own time-outs are disabled", () => {
  const server = createServer()
  enableIdleTimeout(server)
  assert.deepEqual([server.keepAliveTimeout, server.timeout], [0, 0])
})
