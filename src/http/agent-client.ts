import { z } from "zod"

/**
 * The program an agent speaks through, for the audit log. Newer clients name it in each message; older ones only once, when they
 * connect. Nothing is kept here between requests, so the name travels in the session id that such a client sends back each time.
 * It is what the client says of itself: a label, which opens nothing.
 */
export function clientOf(message: object, session: string | string[] | undefined): string | undefined {
  const { params } = message as Message
  const info = Info.safeParse(params?.clientInfo ?? params?._meta?.["io.modelcontextprotocol/clientInfo"])
  if (info.success) return readable(`${info.data.name} ${info.data.version}`)
  const [name = ""] = typeof session === "string" ? session.split(".") : []
  return readable(Buffer.from(name, "base64url").toString("utf8")) || undefined
}
type Message = { method?: unknown; params?: { clientInfo?: unknown; _meta?: Record<string, unknown> | null } | null }

const Info = z.object({ name: z.string(), version: z.string() })
const readable = (name: string) =>
  name
    .toWellFormed()
    .replaceAll(/\p{Cc}/gu, "")
    .trim()
    .slice(0, 100)

/** For a client that connects, and for no other message. */
export function sessionFor(message: object, client: string | undefined, random: string): string | undefined {
  if ((message as Message).method !== "initialize") return undefined
  return `${Buffer.from(client ?? "").toString("base64url")}.${random}`
}
