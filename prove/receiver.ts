import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import type { Random } from "./random.ts"

type Received = { tenant: string; messageId: string; event: string; isSigned: boolean }

/** Receives the webhooks of all tenants. While `isFlaky`, it refuses every tenth and hangs up on some. */
export async function startReceiver(random: Random) {
  const secrets = new Map<string, string>()
  const received: Received[] = []
  const receiver = { isFlaky: false, secrets, received, address: (_tenant: string) => "", close: () => {} }
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url!, "http://receiver")
    if (request.method === "GET") return void response.end(searchParams.get("validationToken"))
    const trouble = receiver.isFlaky ? random.whole(0, 19) : 19
    if (trouble === 0) return void request.socket.destroy()
    void buffer(request).then(
      bytes => {
        const { tenantId, messageId, event } = JSON.parse(String(bytes)) as { tenantId: string; messageId: string; event: string }
        const tenant = pathname.slice(1)
        const signature = `sha256=${createHmac("sha256", secrets.get(tenant) ?? "")
          .update(bytes)
          .digest("hex")}`
        const isSigned = tenantId === tenant && request.headers["signature-header"] === signature
        if (trouble > 1) received.push({ tenant, messageId, event, isSigned })
        response.writeHead(trouble === 1 ? 500 : 200).end()
      },
      () => response.destroy(), // the sender was killed before its last byte
    )
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  receiver.address = tenant => `http://127.0.0.1:${port}/${tenant}`
  receiver.close = () => {
    server.close()
    server.closeAllConnections()
  }
  return receiver
}
export type Receiver = Awaited<ReturnType<typeof startReceiver>>
