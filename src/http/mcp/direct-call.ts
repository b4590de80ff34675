import type { IncomingHttpHeaders } from "node:http"
import type { FastifyReply, FastifyRequest } from "fastify"
import { perConfig } from "../../kit/service/config.ts"
import { serverInfo } from "../about.ts"
import { apiHeaders, sendBody } from "../connection/send-response.ts"
import { mcpPath } from "./resource.ts"
import type { Arguments } from "./tool-call.ts"

const currentRevision = "2026-07-28"
const earlierRevisions: unknown[] = [undefined, "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "2024-10-07"]
const prefix = "io.modelcontextprotocol/"

/** A `tools/call` that exactly follows its revision. */
type DirectCall = { id: string | number; name: string; args: Arguments; isCurrent: boolean }
type Fields = Record<string, unknown>

/**
 * Nearly every request of an agent is a plain tool call. The SDK builds a server for each, which takes ten times as long as everything else
 * together. So we answer such a call without the SDK, byte for byte the same. The SDK answers everything else: batches, notifications,
 * progress, mistakes.
 */
export function parseDirectCall(message: object, headers: IncomingHttpHeaders): DirectCall | undefined {
  const { jsonrpc, id, method, params, ...rest } = message as Fields
  if (jsonrpc !== "2.0" || method !== "tools/call" || !isId(id) || !isObject(params) || !isEmpty(rest)) return undefined
  const { name, arguments: args = {}, _meta: meta, ...more } = params
  if (typeof name !== "string" || !isObject(args) || !isEmpty(more)) return undefined
  const call = { id, name, args }
  if (headers["mcp-protocol-version"] === currentRevision)
    return isCurrentCall(name, meta, headers) ? { ...call, isCurrent: true } : undefined
  const isEarlier =
    meta === undefined && earlierRevisions.includes(headers["mcp-protocol-version"]) && accepts(headers, "text/event-stream")
  return isEarlier ? { ...call, isCurrent: false } : undefined
}

/** In the current revision the headers repeat what the body says, and the client describes itself in each message. */
function isCurrentCall(name: string, meta: unknown, headers: IncomingHttpHeaders): boolean {
  if (!isObject(meta) || headers["mcp-method"] !== "tools/call" || headers["mcp-name"] !== name || !accepts(headers, "application/json"))
    return false
  const {
    [`${prefix}protocolVersion`]: revision,
    [`${prefix}clientCapabilities`]: capabilities,
    [`${prefix}clientInfo`]: client,
    ...rest
  } = meta
  return revision === currentRevision && isObject(capabilities) && isEmpty(capabilities) && isClient(client) && isEmpty(rest)
}

const isId = (id: unknown): id is string | number => typeof id === "string" || Number.isSafeInteger(id)
const isObject = (value: unknown): value is Fields => typeof value === "object" && value !== null && !Array.isArray(value)
const isEmpty = (fields: Fields) => Object.keys(fields).length === 0
const isClient = (client: unknown) =>
  client === undefined || (isObject(client) && typeof client["name"] === "string" && typeof client["version"] === "string")
const accepts = ({ accept = "" }: IncomingHttpHeaders, type: string) => accept.includes("application/json") && accept.includes(type)

/** Sends a result that is already JSON. Earlier revisions get it as the only event of a stream. */
export function sendToolResult(request: FastifyRequest, reply: FastifyReply, { id, isCurrent }: DirectCall, result: string) {
  const answer = (fields: string) => `{"result":${fields},"jsonrpc":"2.0","id":${JSON.stringify(id)}}`
  const response = isCurrent
    ? { body: answer(`${result.slice(0, -1)},${aboutServer()}}`), headers: currentHeaders }
    : { body: `event: message\ndata: ${answer(result)}\n\n`, headers: streamHeaders }
  sendBody(request, reply, mcpPath, { status: 200, ...response })
}

const currentHeaders = apiHeaders()
const streamHeaders = apiHeaders({
  "content-type": "text/event-stream",
  "cache-control": "no-cache, no-transform",
  "x-accel-buffering": "no",
})

/** What the current revision adds to each result. */
const aboutServer = perConfig(() => `"resultType":"complete","_meta":${JSON.stringify({ [`${prefix}serverInfo`]: serverInfo() })}`)
