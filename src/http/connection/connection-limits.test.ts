import assert from "node:assert/strict"
import { once } from "node:events"
import { connect, Socket } from "node:net"
import { test } from "node:test"
import { startTestServer } from "../../../test/harness.ts"
import { log } from "../../kit/service/log.ts"
import { connectionLimits } from "./connection-limits.ts"

const { baseUrl } = await startTestServer({ MAX_CONNECTIONS_PER_ADDRESS: "4", LOG_LEVEL: "silent", ROLE: "api" })
log.level = "silent"

/** A connection from this address, as a server gets it. */
const from = (remoteAddress: string) => Object.defineProperty(new Socket(), "remoteAddress", { value: remoteAddress })

test("connections are bounded for each address, where IPv6 addresses of one network are one, and in all", async () => {
  const admit = connectionLimits({ inAll: 4, perAddress: 2 })
  const connectFrom = (address: string) => {
    const socket = from(address)
    admit(socket)
    return socket
  }
  const isRefused = (address: string) => connectFrom(address).destroyed
  const first = connectFrom("198.51.100.1")
  assert.deepEqual([first.destroyed, isRefused("198.51.100.1"), isRefused("198.51.100.1")], [false, false, true])
  assert.deepEqual([isRefused("2001:db8:1:2::1"), isRefused("2001:db8:1:2::2")], [false, false])
  assert.deepEqual([isRefused("2001:db8:1:2::3"), isRefused("203.0.113.9")], [true, true])
  first.destroy()
  await once(first, "close")
  assert.deepEqual([isRefused("198.51.100.1"), isRefused("198.51.100.1")], [false, true])
})

test("a bound of 0 is none", () => {
  const admit = connectionLimits({ inAll: 0, perAddress: 0 })
  const sockets = Array.from({ length: 50 }, () => from("198.51.100.1"))
  for (const socket of sockets) admit(socket)
  assert.ok(sockets.every(socket => !socket.destroyed))
})

/** Opens a connection and sends a request. Returns the connection and whether it was answered. */
async function request(): Promise<{ socket: Socket; isAnswered: boolean }> {
  const socket = connect(Number(new URL(baseUrl).port), "127.0.0.1")
  socket.on("error", () => {}).write("GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
  const isAnswered = await new Promise<boolean>(resolve => socket.on("data", () => resolve(true)).on("close", () => resolve(false)))
  return { socket, isAnswered }
}

test("an address with too many connections gets no further ones until it has closed some", async () => {
  const open = []
  for (let n = 0; n < 4; n++) open.push(await request())
  assert.deepEqual(
    open.map(({ isAnswered }) => isAnswered),
    [true, true, true, true],
  )
  assert.equal((await request()).isAnswered, false)
  open[0]!.socket.destroy()
  for (;;) if ((await request()).isAnswered) break // the server sees the end of the first a moment later
  for (const { socket } of open) socket.destroy()
})
