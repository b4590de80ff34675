import type { Caller } from "../kit/context.ts"
import { claimForTool } from "../kit/idempotency.ts"
import { parseInput } from "../kit/input.ts"
import type { Operation, Page } from "../kit/operation.ts"
import { perform, type Request } from "../kit/perform.ts"
import { spendOn } from "./agent-budget.ts"
import { errorBody } from "../kit/problem.ts"
import { asProblem } from "./errors.ts"
import { agentPage, isReport } from "./tool-schema.ts"
import type { Tool } from "./tools.ts"

/** Somebody who was let in, for one HTTP request. */
export type Visit = { credential: string; caller: Caller; requestId: string; address: string; client?: string | undefined }
export type Arguments = Record<string, unknown>
export type Result = { content: { type: "text"; text: string }[]; structuredContent?: Record<string, unknown>; isError?: true }

/** The result twice, as an object and as its JSON: some clients show their model only one of the two. */
export async function callTool(tool: Tool, args: Arguments, visit: Visit): Promise<Result> {
  try {
    const { body, replayed } = await perform(tool.op, requestOf(tool, args, visit))
    const structuredContent = { ...(JSON.parse(body) as Record<string, unknown>), ...(replayed && { replayed }) }
    return { content: said(structuredContent), structuredContent }
  } catch (error) {
    return refusal(error, visit.requestId)
  }
}

function requestOf({ op, name, own }: Tool, args: Arguments, { credential, requestId, address, client }: Visit): Request {
  const { idempotencyKey: _, ...input } = args
  const isOwn = (argument: string) => Object.hasOwn(own.shape, argument)
  const fields = those(args, argument => !isOwn(argument))
  const { idempotencyKey: key, [op.noun]: reference } = parseInput(own, those(args, isOwn)) as Own
  return {
    credential,
    tenant: undefined,
    needsTenant: false,
    key: undefined,
    claim: op.effect === "read" ? undefined : claimForTool({ tool: name, input, key, credential }),
    origin: { door: "agent", operation: name, requestId, address, ...(client && { client }) },
    ...(reference !== undefined && { reference }),
    dryRun: false,
    raw: () => ({ fields: op.list ? { limit: agentPage, ...(parseInput(op.input, fields) as object) } : fields, query: [] }),
    render: result => rendered(op, result),
    spend: caller => spendOn(op, caller),
  }
}
type Own = Record<string, string | undefined>

const those = (args: Arguments, wanted: (name: string) => boolean): Arguments =>
  Object.fromEntries(Object.entries(args).filter(([name]) => wanted(name)))

function rendered(op: Operation, result: unknown): unknown {
  if (!op.list) return isReport(op) ? result : { [op.noun]: result }
  const { data, count, hasMore } = result as Page<unknown>
  return { [op.list.plural]: data, count, hasMore }
}

/** A refusal is a result that the model can read and act on, with no structured part: clients hold that against the output schema. */
function refusal(error: unknown, requestId: string): Result {
  const problem = asProblem(error, requestId)
  const { retryAfterSeconds } = problem
  const { details, ...rest } = errorBody(problem, requestId).error
  const more = { ...details, ...(retryAfterSeconds !== undefined && { retryAfterSeconds }) }
  return { content: said({ ...rest, code: problem.agentCode, details: more }), isError: true }
}

const said = (value: object): Result["content"] => [{ type: "text", text: JSON.stringify(value) }]
