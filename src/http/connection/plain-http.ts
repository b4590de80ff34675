import type { Server } from "node:https"
import type { Socket } from "node:net"
import { refusePlainHttp } from "./malformed-requests.ts"

/** For the first byte of a connection, and again for the rest of the handshake. */
export const handshakeTimeoutMs = 10_000
/** What every TLS connection begins with: a record of the handshake. */
const handshakeRecord = 0x16

/**
 * Answers plain HTTP on the port of TLS with a refusal that says so, instead of closing the connection without a word. So it looks at the
 * first byte of each connection before TLS does.
 */
export function answerPlainHttp(server: Server) {
  const beginHandshake = server.listeners("connection")
  server.removeAllListeners("connection")
  server.on("connection", (socket: Socket) => {
    const timer = setTimeout(() => socket.destroy(), handshakeTimeoutMs)
    socket.once("close", () => clearTimeout(timer)).on("error", () => socket.destroy())
    const look = () => {
      const first = socket.read(1) as Buffer | null
      if (first === null) return void socket.once("readable", look)
      clearTimeout(timer)
      socket.unshift(first)
      if (first[0] !== handshakeRecord) return refusePlainHttp(socket)
      for (const begin of beginHandshake) begin.call(server, socket)
    }
    look()
  })
}
