import { once } from "node:events"
import { connect, type Socket } from "node:net"

/** `port` is that of the server that answered. */
type ProxiedResponse = { status: string; body: string; port: number }

type Connection = { socket: Socket; idleSince: number }

/**
 * Sends requests to several servers as the upstream of nginx does: in turn, on the connection that was idle last, and to the next server if
 * one refuses the connection. If the server closes the connection before it responds, the request is lost, because it may have taken
 * effect. Unlike nginx, it notices that an idle connection was closed only when it uses it, as on a slow network. So a loss that happens to
 * nginx once in thousands of requests happens here each time. It closes connections that are idle for `maxIdleMs`.
 */
export function createKeepAliveProxy(ports: number[], maxIdleMs: number) {
  const idle = new Map<number, Connection[]>(ports.map(port => [port, []]))
  let turn = 0

  async function connectionTo(port: number): Promise<Socket | undefined> {
    for (let kept = idle.get(port)!.pop(); kept; kept = idle.get(port)!.pop()) {
      if (performance.now() - kept.idleSince < maxIdleMs) return kept.socket
      kept.socket.destroy()
    }
    const socket = connect(port, "127.0.0.1").on("error", () => {})
    return once(socket, "connect").then(
      () => socket,
      () => undefined,
    )
  }

  /** The status is "lost" if the connection ends before the response, and "refused" if no server accepts a connection. */
  async function ask(request: string): Promise<ProxiedResponse> {
    const first = turn++
    for (let i = 0; i < ports.length; i++) {
      const port = ports[(first + i) % ports.length]!
      const socket = await connectionTo(port)
      if (!socket) continue
      const response = await exchange(socket, request)
      if (response === undefined) return { status: "lost", body: "", port }
      if (/^connection: close\r$/im.test(response)) socket.destroy()
      else idle.get(port)!.push({ socket: socket.pause(), idleSince: performance.now() })
      const status = response.slice("HTTP/1.1 ".length, "HTTP/1.1 200".length)
      return { status, body: response.slice(response.indexOf("\r\n\r\n") + 4), port }
    }
    return { status: "refused", body: "", port: 0 }
  }

  /** Closes connections that have been idle for too long, as nginx does. */
  const timer = setInterval(() => {
    for (const [port, kept] of idle) {
      const [old, young] = [kept.filter(isOld), kept.filter(each => !isOld(each))]
      for (const { socket } of old) socket.destroy()
      idle.set(port, young)
    }
  }, 100)
  const isOld = ({ idleSince }: Connection) => performance.now() - idleSince >= maxIdleMs

  return {
    ask,
    send: async (request: string) => (await ask(request)).status,
    countIdle: () => [...idle.values()].flat().length,
    close() {
      clearInterval(timer)
      for (const { socket } of [...idle.values()].flat()) socket.destroy()
    },
  }
}

/** Sends a request and returns the whole response, or undefined if the connection ends before it. */
function exchange(socket: Socket, request: string): Promise<string | undefined> {
  const { promise, resolve } = Promise.withResolvers<string | undefined>()
  if (socket.destroyed) resolve(undefined)
  let text = ""
  const onData = (chunk: Buffer) => {
    text += chunk.toString("latin1")
    const end = text.indexOf("\r\n\r\n")
    const length = Number(/^content-length: (\d+)\r$/im.exec(text.slice(0, end + 2))?.[1])
    if (end >= 0 && text.length >= end + 4 + length) resolve(text)
  }
  const onClose = () => resolve(undefined)
  socket.on("data", onData).on("close", onClose).resume()
  socket.write(request)
  return promise.finally(() => socket.off("data", onData).off("close", onClose))
}
