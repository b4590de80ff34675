import assert from "node:assert/strict"
import { once } from "node:events"
import { createServer, type Server, type ServerResponse } from "node:http"
import { type AddressInfo, connect, type Socket } from "node:net"
import { after, test } from "node:test"
import { readConfig, setConfig } from "../../kit/service/config.ts"
import { handleBadRequest } from "./malformed-requests.ts"

setConfig(readConfig({}))
const pending: ServerResponse[] = []
const received: string[] = []
/** Gives a request a few milliseconds to arrive, and answers none by itself. */
const server: Server = createServer({ headersTimeout: 50, requestTimeout: 100, connectionsCheckingInterval: 20 }, (request, response) => {
  request.on("error", () => {}).on("end", () => received.push(request.url!))
  request.resume()
  pending.push(response)
}).on("clientError", handleBadRequest)
await once(server.listen(0, "127.0.0.1"), "listening")
after(() => (server.closeAllConnections(), server.close()))

/** A client that does not close its side with the server's, the server's end of its connection, and what the client has received. */
async function open(): Promise<{ client: Socket; end: Socket; text: () => string }> {
  let text = ""
  const accepted = once(server, "connection") as Promise<[Socket]>
  const client = connect({ port: (server.address() as AddressInfo).port, host: "127.0.0.1", allowHalfOpen: true })
  client.on("error", () => {}).on("data", chunk => (text += chunk.toString()))
  const [end] = await accepted
  return { client, end, text: () => text }
}

/** Sends a byte now and then for as long as the server lets it. */
function drip(client: Socket) {
  const timer = setInterval(() => client.write("a"), 10)
  client.once("close", () => clearInterval(timer))
}

test("a client that goes on sending after its 408 is cut off, in its headers and in its body", async () => {
  for (const start of ["GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n"]) {
    const { client, end, text } = await open()
    client.write(start)
    drip(client)
    await once(end, "close")
    client.destroy()
    client.destroy()
    assert.match(text(), /^HTTP\/1\.1 408 .*"code":"GEN-1008"/s)
  }
})

test("the rest of a request that was answered 408 has no effect", async () => {
  const { client, end, text } = await open()
  client.write("POST /late HTTP/1.1\r\nHost: x\r\nContent-Length: 4\r\n\r\nab")
  await once(client, "data")
  client.write("cd")
  client.write("GET /later HTTP/1.1\r\nHost: x\r\n\r\n")
  await once(end, "close")
  client.destroy()
  assert.match(text(), /408 Request Timeout.*nothing was done/s)
  assert.deepEqual(
    received.filter(url => url.startsWith("/late")),
    [],
  )
})

test("a refused request is not answered in the place of the one before it, which may take effect", async () => {
  const { client, end, text } = await open()
  client.write("POST /first HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\nabNONSENSE\r\n\r\n")
  await once(end, "close")
  client.destroy()
  assert.ok(received.includes("/first"))
  assert.equal(text(), "")
})
