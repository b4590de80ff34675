import assert from "node:assert/strict"
import { once } from "node:events"
import { type AddressInfo, connect, type Socket } from "node:net"
import { test } from "node:test"
import { readConfig, setConfig } from "../../kit/service/config.ts"
import { log } from "../../kit/service/log.ts"
import { createFirstServer, drainServers, listenOnFurtherAddresses } from "./http-servers.ts"
import { handleBadRequest } from "./malformed-requests.ts"

setConfig(readConfig({ MAX_CONNECTIONS: "3" }))
log.level = "silent"

const first = createFirstServer((_request, response) => void response.end("here")).on("clientError", handleBadRequest)
await once(first.listen(0, "127.0.0.1"), "listening")
const { port } = first.address() as AddressInfo
const unusable = "192.0.2.1" // reserved for documentation, so no machine has it
await listenOnFurtherAddresses(first, ["127.0.0.1", "127.0.0.2", unusable])
const addresses = ["127.0.0.1", "127.0.0.2"]

/** Sends a request on a new connection. Returns the connection and the response, or undefined if it was closed without one. */
async function send(host: string, request: string): Promise<{ socket: Socket; response: string | undefined }> {
  const socket = connect(port, host)
  socket.on("error", () => {}).write(request)
  const response = await new Promise<string | undefined>(resolve =>
    socket.on("data", text => resolve(String(text))).on("close", () => resolve(undefined)),
  )
  return { socket, response }
}
const ordinary = "GET / HTTP/1.1\r\nHost: x\r\n\r\n"

test("every address answers alike", async () => {
  for (const address of addresses)
    for (const [request, status] of [
      ["GET / HTTP/1.1\r\n\r\n", 400],
      ["GET / HTTP/1.1\r\nHost: x\r\nHOST: y\r\n\r\n", 400],
      ["NONSENSE\r\n\r\n", 400],
      ["GET / HTTP/1.1\r\nHost: x\r\nExpect: nonsense\r\n\r\n", 417],
    ] as const) {
      const { socket, response } = await send(address, request)
      assert.match(response ?? "", new RegExp(`^HTTP/1\\.1 ${status} .*^x-request-id: .*"code":"GEN-10`, "ims"), `${address} ${request}`)
      socket.destroy()
    }
})

test("connections are bounded over all addresses together", async () => {
  const open: Socket[] = []
  for (let n = 0; ; n++) {
    const { socket, response } = await send(addresses[n % 2]!, ordinary)
    if (response === undefined) break
    assert.ok(open.push(socket) <= 3, "a fourth connection is open")
  }
  for (const socket of open) socket.destroy()
})

test("a stop closes every address", async () => {
  await drainServers(first)
  for (const address of addresses) assert.equal((await send(address, ordinary)).response, undefined, address)
})
