import { createHmac } from "node:crypto"
import { once } from "node:events"
import { createServer, type IncomingHttpHeaders } from "node:http"
import type { AddressInfo } from "node:net"
import { buffer } from "node:stream/consumers"
import type { Random } from "./random.ts"

type Arrived = { method: string; path: string; query: URLSearchParams; headers: IncomingHttpHeaders; bytes: Buffer }
type Received = { tenant: string; messageId: string; event: string; isSigned: boolean }

/** Takes the webhooks of all tenants. While `isFlaky`, it refuses every tenth and hangs up on some. */
export function newReceiver(random: Random, address: (tenant: string) => string) {
  const secrets = new Map<string, string>()
  const received: Received[] = []
  const receiver = {
    isFlaky: false,
    secrets,
    received,
    address,
    /** Returns the answer, or undefined to hang up. */
    take({ method, path, query, headers, bytes }: Arrived): { status: number; text: string } | undefined {
      if (method === "GET") return { status: 200, text: query.get("validationToken") ?? "" }
      const trouble = receiver.isFlaky ? random.whole(0, 19) : 19
      if (trouble === 0) return undefined
      const { tenantId, messageId, event } = JSON.parse(String(bytes)) as { tenantId: string; messageId: string; event: string }
      const tenant = path.slice(1)
      const signature = `sha256=${createHmac("sha256", secrets.get(tenant) ?? "")
        .update(bytes)
        .digest("hex")}`
      const isSigned = tenantId === tenant && headers["signature-header"] === signature
      if (trouble > 1) received.push({ tenant, messageId, event, isSigned })
      return { status: trouble === 1 ? 500 : 200, text: "" }
    },
  }
  return receiver
}
export type Receiver = ReturnType<typeof newReceiver>

/** The same on a port of this machine. */
export async function startReceiver(random: Random) {
  const server = createServer((request, response) => {
    const { pathname: path, searchParams: query } = new URL(request.url!, "http://receiver")
    const { method = "", headers } = request
    void buffer(request).then(
      bytes => {
        const answer = receiver.take({ method, path, query, headers, bytes })
        if (!answer) return void request.socket.destroy()
        response.writeHead(answer.status).end(answer.text)
      },
      () => response.destroy(), // the sender was killed before its last byte
    )
  }).listen(0, "127.0.0.1")
  await once(server, "listening")
  const { port } = server.address() as AddressInfo
  const receiver = newReceiver(random, tenant => `http://127.0.0.1:${port}/${tenant}`)
  const close = () => {
    server.close()
    server.closeAllConnections()
  }
  return Object.assign(receiver, { close })
}
