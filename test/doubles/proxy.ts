import { createServer, request as forward, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { after } from "node:test"

/** Stands between an adapter and a double of its provider, and breaks as networks do. */
export type Proxy = {
  url: string
  /** Forwards the nth request from now on, and loses its answer. Those before and after it are answered. */
  loseAnswer(nth: number): void
  /** Whether that request came. No answer is lost any more. */
  stopLosing(): boolean
  /** Nobody listens while this runs. */
  whileRefusing<T>(run: () => Promise<T>): Promise<T>
}

export async function startProxy(target: string): Promise<Proxy> {
  let answersUntilLoss = Infinity
  const server = createServer((incoming, response) => {
    answersUntilLoss--
    const isLost = answersUntilLoss === 0
    pass(target, incoming, response, isLost)
  })
  const listen = (port: number) => new Promise<void>(resolve => void server.listen(port, "127.0.0.1", resolve))
  const close = async () => {
    const closed = new Promise<void>(resolve => void server.close(() => resolve()))
    server.closeAllConnections()
    await closed
  }
  await listen(0)
  after(close)
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    loseAnswer: nth => void (answersUntilLoss = nth),
    stopLosing() {
      const hasLost = answersUntilLoss <= 0
      answersUntilLoss = Infinity
      return hasLost
    },
    async whileRefusing(run) {
      await close()
      try {
        return await run()
      } finally {
        await listen(port)
      }
    },
  }
}

/** Each connection serves one request: on a reused one the caller would send again what got no answer. */
function pass(target: string, incoming: IncomingMessage, response: ServerResponse, isLost: boolean) {
  const { method, headers, url } = incoming
  const outgoing = forward(new URL(url ?? "/", target), { method, headers: { ...headers, connection: "close" } }, answer => {
    const chunks: Buffer[] = []
    answer.on("data", (chunk: Buffer) => chunks.push(chunk))
    answer.on("end", () => {
      if (isLost) return response.destroy()
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: "close" }).end(Buffer.concat(chunks))
    })
  })
  outgoing.on("error", () => response.destroy())
  incoming.pipe(outgoing)
}
