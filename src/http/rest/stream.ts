import type { Server } from "node:http"
import type { FastifyReply, FastifyRequest } from "fastify"
import type { Operation } from "../../kit/operation/operation.ts"
import { perform, type Request } from "../../kit/operation/perform.ts"
import type { Message } from "../../kit/operation/stream.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import type { QueryParameters } from "../body.ts"
import { beginStream } from "../connection/send-response.ts"

/** In one process. */
const maxStreams = 500
const maxStreamsOfTenant = 20
/** Proxies close connections on which nothing was sent for a minute, and so does the service itself. */
const heartbeatMs = 15_000
/** What a client may have left unread before it gets more. */
const maxUnreadBytes = 64 * 1024
/** How long a client waits before it connects again. */
const retryMs = 2_000
const retryAfterSeconds = 30

type OpenStream = { tenant: string; end(): void }
type Group = { open: Set<OpenStream>; hasEnded: boolean }
/** The streams of a server. */
const groups = new WeakMap<Server, Group>()

function groupOf(server: Server): Group {
  const group = groups.get(server) ?? { open: new Set(), hasEnded: false }
  groups.set(server, group)
  return group
}

/** Ends all streams of a server that stops; one that begins later ends at once. Clients go on elsewhere, from where they were. */
export function endStreams(server: Server) {
  const group = groupOf(server)
  group.hasEnded = true
  for (const stream of group.open) stream.end()
}

/**
 * Answers with server-sent events. The request is performed before the stream begins, and again before each further write, so that a key
 * that was deleted, or lost its permission, gets nothing more.
 */
export async function openStream(op: Operation, request: FastifyRequest, reply: FastifyReply, admission: Request) {
  const { body } = await perform(op, admission)
  const { data: start } = JSON.parse(body) as { data: unknown }
  const group = groupOf(reply.server.server)
  const tenant = admission.tenant ?? ""
  assertRoom(group, tenant)
  beginStream(request, reply, op.route!)
  const { raw } = reply
  const write = async (text: string) => {
    try {
      await perform(op, admission)
      if (group.open.has(stream)) raw.write(text)
    } catch {
      stream.end() // the client connects again, and is told why it may not
    }
  }
  const unsubscribe = op.stream!(start, { isReady: () => raw.writableLength < maxUnreadBytes, send: messages => write(render(messages)) })
  const heartbeat = setInterval(() => void write(":\n\n"), heartbeatMs)
  const stream = {
    tenant,
    end() {
      clearInterval(heartbeat)
      unsubscribe()
      group.open.delete(stream)
      raw.end()
    },
  }
  group.open.add(stream)
  raw.once("close", stream.end)
  raw.write(`retry: ${retryMs}\n\n`)
  if (group.hasEnded || raw.destroyed) stream.end() // a client that is gone already closes nothing any more
}

function assertRoom({ open }: Group, tenant: string) {
  const ofTenant = [...open].filter(stream => stream.tenant === tenant).length
  if (open.size >= maxStreams || ofTenant >= maxStreamsOfTenant) throw generalProblem("RTE-1001", { retryAfterSeconds })
}

/** The message has no name of its own, so that a browser's `onmessage` gets every type of event. */
const render = (messages: Message[]) => messages.map(({ id, data }) => `id: ${id}\ndata: ${data}\n\n`).join("")

/** A browser that connects again sends the header, and beside it the query that its first request had. */
export function withLastEventId({ headers, query }: FastifyRequest): QueryParameters {
  const parameters = query as QueryParameters
  const header = headers["last-event-id"]
  if (typeof header !== "string" || header === "") return parameters
  return [...parameters.filter(([name]) => name !== "lastEventId"), ["lastEventId", header]]
}
