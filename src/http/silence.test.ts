import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, type Server } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { after, test } from "node:test"
import { until } from "../../test/harness.ts"
import { closeWhenSilent, silenceMostMs, watch } from "./silence.ts"

const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

async function opened(answer: string | Buffer): Promise<Server> {
  const server = createServer((_request, response) => void response.end(answer))
  await once(server.listen(0, "127.0.0.1"), "listening")
  after(() => (server.closeAllConnections(), server.close()))
  return server
}
async function dialled(server: Server): Promise<Socket> {
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1")
  await once(server, "connection")
  return socket.on("error", () => {})
}
const asked = async (socket: Socket) => {
  socket.write(request)
  await once(socket, "data")
}

test("a silent connection is closed, before its first request and after its last; one that speaks stays", async () => {
  const server = await opened("here")
  const look = watch(server)
  const [mute, spoke, speaking] = [await dialled(server), await dialled(server), await dialled(server)]
  await Promise.all([asked(spoke), asked(speaking)])
  const start = performance.now()
  look(start)
  await asked(speaking)
  look(start + silenceMostMs)
  await Promise.all([mute, spoke].map(socket => (look(start + silenceMostMs + 1000), once(socket.resume(), "close"))))
  await asked(speaking)
})

test("an answer that is being read, however slowly, is not cut off", async () => {
  const length = 30_000_000
  const server = await opened(Buffer.alloc(length))
  const look = watch(server)
  const reader = await dialled(server)
  let got = 0
  let enough = 0
  reader.on("data", chunk => (got += chunk.length) >= enough && reader.pause())
  reader.write(request)
  let now = performance.now()
  for (enough = 8_000_000; enough < length; enough += 8_000_000) {
    reader.resume()
    await until(async () => got >= enough, "some more was read")
    look((now += silenceMostMs * 0.6))
  }
  reader.resume()
  await until(async () => got > length, "all of it was read")
})

test("Node's own time-outs rest", () => {
  const server = createServer()
  closeWhenSilent(server)
  assert.deepEqual([server.keepAliveTimeout, server.timeout], [0, 0])
})
