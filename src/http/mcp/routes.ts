import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify"
import { authenticate } from "../../kit/operation/ports.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import { assertAdmitted } from "../../kit/operation/perform.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { clientNameOf, createSessionId } from "./client-name.ts"
import { noteCaller } from "../connection/request-log.ts"
import { readCredential } from "../credential.ts"
import { type Body, fieldsIn, parseBody } from "../body.ts"
import { isDryRun } from "../dry-run.ts"
import { lazily } from "../../kit/service/lazily.ts"
import type { RequestLimits } from "../request-limits.ts"
import { parseDirectCall, sendToolResult } from "./direct-call.ts"
import { challenge, mcpPath } from "./resource.ts"
import { callTool, type McpRequest } from "./tool-call.ts"
import { toolsOf } from "./tools.ts"

/** The agent tools: Streamable HTTP, the current and the earlier protocol revisions, stateless. */
export function addMcpRoutes(app: FastifyInstance, operations: readonly Operation[], limits: RequestLimits) {
  const tools = new Map(toolsOf(operations).map(tool => [tool.name, tool]))
  /** Loaded at the first request, because the SDK takes 14 MB and not every process serves agents. */
  const server = lazily(async () => (await import("./server.ts")).createToolServer(tools))
  app.route({
    method: ["GET", "POST", "DELETE"],
    url: mcpPath,
    config: { operation: mcpPath },
    onSend: addResourceMetadataHeader,
    async handler(request, reply) {
      const { hostProblem, answer } = await server()
      const forbidden = hostProblem(request)
      if (forbidden !== undefined) return sendProtocolError(reply, 403, -32000, forbidden)
      const mcpRequest = await authenticateRequest(request)
      const { caller, tenant, assistant } = mcpRequest.identity
      noteCaller(request, { caller, tenant })
      await limits(caller.user, tenant.id)
      const message = parseMessage(request)
      if (Array.isArray(message)) for (const _ of message.slice(1)) await limits(caller.user, tenant.id)
      if (message instanceof Problem) return sendProtocolError(reply, 400, message.code === "VAL-1001" ? -32700 : -32600, message.message)
      const ownName = clientNameOf(message, request.headers["mcp-session-id"])
      const session = createSessionId(message, ownName, request.id)
      if (session !== undefined) reply.header("mcp-session-id", session)
      const client = assistant?.client ?? ownName // the name that a person saw when they consented, if they did
      const call = parseDirectCall(message, request.headers)
      const tool = call && tools.get(call.name)
      if (tool) return sendToolResult(request, reply, call, await callTool(tool, call.args, { ...mcpRequest, client }))
      return reply.send(await answer(request, message, { ...mcpRequest, client }))
    },
  })
}

/** Runs for each request, so that a deleted key or a revoked assistant stops working at once. */
async function authenticateRequest({ headers, ip, id }: FastifyRequest): Promise<McpRequest> {
  const credential = readCredential(headers.authorization, "ApiKey or Bearer")
  const tenant = headers["x-tenant-id"] as string | undefined
  const identity = assertAdmitted(await authenticate(credential), { credential, tenant }, false)
  return { credential, identity, requestId: id, address: ip, dryRun: isDryRun(headers["dry-run"] as string | undefined) }
}

/** Tells a client without a valid credential where the resource metadata is (RFC 9728). */
async function addResourceMetadataHeader({ headers }: FastifyRequest, reply: FastifyReply) {
  if (reply.statusCode === 401) reply.header("www-authenticate", challenge(headers.authorization))
}

/** The revisions with JSON-RPC batches. A client of an older one sends no header, and the protocol says to assume the last of these. */
const revisionsWithBatches: unknown[] = ["2024-10-07", "2024-11-05", "2025-03-26", undefined]

/**
 * A message, or several where the revision has batches. Returns the problem of an invalid one, for a JSON-RPC error. Throws for a body that
 * is too large or of another type, as in REST.
 */
function parseMessage({ body = { bytes: Buffer.alloc(0) }, headers }: FastifyRequest): object | object[] | Problem {
  try {
    const parsed = parseBody(body as Body)
    const isBatch = Array.isArray(parsed) && revisionsWithBatches.includes(headers["mcp-protocol-version"])
    return isBatch && isValidBatch(parsed) ? parsed : fieldsIn(parsed)
  } catch (error) {
    if (error instanceof Problem && error.status === 400) return error
    throw error
  }
}

/** If two requests had the same id, the client could not match the answers. */
function isValidBatch(messages: unknown[]): messages is object[] {
  const ids = messages.flatMap(message => (message as { id?: unknown } | null)?.id ?? [])
  return messages.length > 0 && messages.every(message => typeof message === "object") && new Set(ids).size === ids.length
}

const sendProtocolError = (reply: FastifyReply, status: number, code: number, message: string) =>
  reply.code(status).send({ jsonrpc: "2.0", id: null, error: { code, message } })
