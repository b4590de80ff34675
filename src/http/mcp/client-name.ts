import { z } from "zod"

/**
 * Returns the name of the agent's client program, for the audit log. Newer clients send it in each message; older ones only in
 * `initialize`. The server is stateless, so for older clients the name is encoded in the session id, which they send with each request.
 * The client chooses the name, so it must not grant anything.
 */
export function clientNameOf(message: object, session: string | string[] | undefined): string | undefined {
  const { params } = message as Message
  const info = ClientInfo.safeParse(params?.clientInfo ?? params?._meta?.["io.modelcontextprotocol/clientInfo"])
  if (info.success) return sanitize(`${info.data.name} ${info.data.version}`)
  const [name = ""] = typeof session === "string" ? session.split(".") : []
  return sanitize(Buffer.from(name, "base64url").toString("utf8")) || undefined
}
type Message = { method?: unknown; params?: { clientInfo?: unknown; _meta?: Record<string, unknown> | null } | null }

const ClientInfo = z.object({ name: z.string(), version: z.string() })
const sanitize = (name: string) =>
  name
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 100)
    .toWellFormed() // the cut may split a surrogate pair

/** Returns a session id for an `initialize` message, and undefined for any other. */
export function createSessionId(message: object, client: string | undefined, random: string): string | undefined {
  if ((message as Message).method !== "initialize") return undefined
  return `${Buffer.from(client ?? "").toString("base64url")}.${random}`
}
