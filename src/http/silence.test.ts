import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer } from "node:http"
import { type AddressInfo, connect } from "node:net"
import { test } from "node:test"
import { setTimeout as wait } from "node:timers/promises"
import { closeWhenSilent } from "./silence.ts"

const request = "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n"

test("a silent connection is closed, before its first request and after its last; one that speaks stays", async () => {
  const server = createServer((_request, response) => void response.end("here"))
  server.keepAliveTimeout = 0
  closeWhenSilent(server, 300)
  await once(server.listen(0, "127.0.0.1"), "listening")
  const { port } = server.address() as AddressInfo
  const [mute, spoke, speaking] = Array.from({ length: 3 }, () => connect(port, "127.0.0.1").resume()) as [Socket, Socket, Socket]
  const ended = new Set<string>()
  for (const [name, socket] of Object.entries({ mute, spoke, speaking })) socket.once("close", () => ended.add(name))
  spoke.write(request)
  for (let i = 0; i < 10; i++) {
    speaking.write(request)
    await wait(100)
  }
  assert.deepEqual([...ended].sort(), ["mute", "spoke"])
  speaking.destroy()
  server.close()
})
type Socket = ReturnType<typeof connect>
