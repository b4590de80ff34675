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
  /**
   * Holds each request that matches, as "POST /v1/refunds" or with its credentials as "POST /v1/refunds Bearer …": before the double gets
   * it, or when the double has answered it. So a test can act while a request is under way, and needs no timing.
   */
  hold(pattern: RegExp, when: "before" | "after"): Hold
}

type Hold = {
  /** How many requests are held. */
  count(): number
  /** Passes on what is held, and holds nothing any more. */
  release(): void
  /** Holds nothing any more, and loses what was held: whoever waited for it is dead. */
  drop(): void
}
type Holding = { pattern: RegExp; when: "before" | "after"; held: (() => void)[] }

export async function startProxy(target: string): Promise<Proxy> {
  let answersUntilLoss = Infinity
  const holding = new Set<Holding>()
  const server = createServer((incoming, response) => {
    answersUntilLoss--
    const isLost = answersUntilLoss === 0
    const name = `${incoming.method} ${incoming.url}`
    const names = [name, `${name} ${incoming.headers.authorization}`]
    const hold = (when: Holding["when"], go: () => void) => {
      const found = [...holding].find(each => each.when === when && names.some(one => each.pattern.test(one)))
      if (found) found.held.push(go)
      else go()
    }
    hold("before", () => pass(target, incoming, response, answer => (isLost ? response.destroy() : hold("after", answer))))
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
    hold(pattern, when) {
      const added: Holding = { pattern, when, held: [] }
      holding.add(added)
      return {
        count: () => added.held.length,
        release() {
          holding.delete(added)
          for (const go of added.held) go()
        },
        drop: () => void holding.delete(added),
      }
    },
  }
}

/** Each connection serves one request: on a reused one the caller would send again what got no answer. */
function pass(target: string, incoming: IncomingMessage, response: ServerResponse, onAnswer: (answer: () => void) => void) {
  const { method, headers, url } = incoming
  const outgoing = forward(new URL(url ?? "/", target), { method, headers: { ...headers, connection: "close" } }, answer => {
    const chunks: Buffer[] = []
    answer.on("data", (chunk: Buffer) => chunks.push(chunk))
    answer.on("end", () => {
      const headers = { ...answer.headers, connection: "close" }
      onAnswer(() => response.writeHead(answer.statusCode ?? 502, headers).end(Buffer.concat(chunks)))
    })
  })
  outgoing.on("error", () => response.destroy())
  incoming.on("error", () => outgoing.destroy()) // whoever called is gone
  incoming.pipe(outgoing)
}
