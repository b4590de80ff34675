import type { Credential, Identity } from "../../kit/operation/ports.ts"
import { toolRequestKeyOf } from "../../kit/operation/idempotency.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { parseInput } from "../../kit/pure/input.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import type { Page } from "../../kit/pure/page.ts"
import { assertPermitted, mayCall, perform, type Request } from "../../kit/operation/perform.ts"
import { consumeRateLimit } from "./rate-limits.ts"
import { errorBody } from "../../kit/pure/problem.ts"
import { config } from "../../kit/service/config.ts"
import { countCall } from "../../platform/assistants/calls-store.ts"
import { toProblem } from "../errors.ts"
import type { Explanation } from "../../insight/explain/schema.ts"
import { agentPageSize, isReport, ownArgumentsOf } from "./tool-schema.ts"
import type { Tool } from "./tools.ts"

/** The authenticated caller of one HTTP request. */
export type McpRequest = {
  credential: Credential
  identity: Identity
  requestId: string
  address: string
  client?: string | undefined
  dryRun: boolean
}
export type Arguments = Record<string, unknown>
export type Result = { content: { type: "text"; text: string }[]; structuredContent?: Record<string, unknown>; isError?: true }

/**
 * Calls a tool and returns the JSON of its result. The result has the object twice, as structured content and as JSON text, because some
 * clients pass only one of them to the model.
 */
export async function callTool(tool: Tool, args: Arguments, request: McpRequest): Promise<string> {
  try {
    const { tenant, assistant } = request.identity
    assertMayUse(tool.op, request.identity) // before the arguments are parsed, as everywhere
    if (assistant) countCall({ tenant: tenant.id, assistant: assistant.id, isRead: tool.op.effect === "read" })
    const { body, replayed } = await perform(tool.op, requestOf(tool, args, request))
    const structured = replayed ? `${body.slice(0, -1)},"replayed":true}` : await withExplanation(body, tool, args, request)
    return `{"content":[{"type":"text","text":${JSON.stringify(structured)}}],"structuredContent":${structured}}`
  } catch (error) {
    return JSON.stringify(renderError(error, request.requestId))
  }
}

/** Adds why the object is so, where the call asks for it. It counts as one call. */
async function withExplanation(body: string, { explains, ...tool }: Tool, args: Arguments, request: McpRequest): Promise<string> {
  if (!explains || args["explain"] !== true) return body
  assertMayUse(explains, request.identity)
  const explainer = { ...tool, op: explains, explains, ownArguments: ownArgumentsOf(explains, false) }
  const { consume: _, ...asked } = requestOf(explainer, { [explains.noun]: args[tool.op.noun] }, request)
  const { body: explanation } = await perform(explains, { ...asked, render: renderExplanation })
  return `${body.slice(0, -1)},"explanation":${explanation}}`
}

/** Sentences with their amounts and links: an agent needs no second form of them to format. */
function renderExplanation(result: unknown): string {
  const { reasons } = result as Explanation
  const said = ({ message, link }: Said) => ({ message, ...(link && { link }) })
  return JSON.stringify(
    reasons.map(({ about, parts, ...reason }) => ({ about, ...said(reason), ...(parts.length > 0 && { parts: parts.map(said) }) })),
  )
}
type Said = Pick<Explanation["reasons"][number], "message" | "link">

/** If the person may do it but their assistant may not, the person can change that, not an admin. */
function assertMayUse(op: Operation, { caller, assistant }: Identity) {
  const isBeyondScope = assistant !== undefined && !mayCall(op, caller) && mayCall(op, { ...caller, permissions: assistant.personMay })
  if (isBeyondScope) throw generalProblem("PRM-1005")
  assertPermitted(op, caller)
}

function requestOf(
  { op, name, ownArguments }: Tool,
  args: Arguments,
  { credential, identity, requestId, address, client, dryRun }: McpRequest,
): Request {
  const { idempotencyKey: _, ...input } = args
  const isOwn = (argument: string) => Object.hasOwn(ownArguments.shape, argument)
  const fields = pick(args, argument => !isOwn(argument))
  const { idempotencyKey: key, [op.noun]: reference } = parseInput(ownArguments, pick(args, isOwn)) as OwnArguments
  const { tenant, assistant } = identity
  return {
    credential,
    identity,
    tenant: tenant.id,
    idempotencyKey: undefined,
    requestKey:
      op.effect === "read" ? undefined : toolRequestKeyOf({ tool: name, input, key, credential: assistant?.id ?? credential.hash }),
    origin: { channel: "agent", operation: name, requestId, address, ...(client && { client }) },
    ...(reference !== undefined && { reference }),
    dryRun: op.effect !== "read" && dryRun,
    input: () => ({ fields: op.list ? { limit: agentPageSize, ...(parseInput(op.input, fields) as object) } : fields, query: [] }),
    render: result => JSON.stringify(renderResult(op, result)),
    consume: caller => consumeRateLimit(op, caller, tenant.id),
  }
}
type OwnArguments = Record<string, string | undefined>

const pick = (args: Arguments, isWanted: (name: string) => boolean): Arguments =>
  Object.fromEntries(Object.entries(args).filter(([name]) => isWanted(name)))

function renderResult(op: Operation, result: unknown): unknown {
  if (!op.list) return isReport(op) ? result : { [op.noun]: result }
  const { data, count, hasMore } = result as Page<unknown>
  return { [op.list.plural]: data, count, hasMore }
}

/** An error is a result that the model can read. It has no structured content, because clients validate that against the output schema. */
function renderError(error: unknown, requestId: string): Result {
  const problem = toProblem(error, requestId)
  const { retryAfterSeconds } = problem
  const { details, message, ...rest } = errorBody(problem, requestId, config.BASE_URL).error
  const sentence = problem.status >= 500 ? "Something failed on our side; repeat the same call: it takes effect once" : message
  const more = { ...details, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  return { content: textContent({ ...rest, message: sentence, code: problem.agentCode, details: more }), isError: true }
}

const textContent = (value: object): Result["content"] => [{ type: "text", text: JSON.stringify(value) }]
