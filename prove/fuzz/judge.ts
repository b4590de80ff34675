import { application } from "../../src/app.ts"
import { isSameJson } from "../../src/kit/pure/same-json.ts"
import type { Json } from "../client.ts"
import type { Input } from "./inputs.ts"

export type Reply = { status: number; type: string; replayed: boolean; text: string }
type Read = (path: string) => Promise<Reply>

const catalogue = Object.assign({}, ...application.errors.map(family => family.entries)) as Record<
  string,
  readonly [status: number, sentence: string]
>
const reads: ReadonlySet<string> = new Set(
  application.operations.flatMap(({ route }) => (/^GET \/v1\/[^{]+\/\{id\}$/.test(route ?? "") ? [route!] : [])),
)

/** What is wrong with an answer; undefined if nothing is. */
export async function findFault(input: Input, reply: Reply, read: Read): Promise<string | undefined> {
  const { status, text, type } = reply
  const body = type.startsWith("application/json") ? parsed(text) : undefined
  const code = body?.error?.code as string | undefined
  const isExpected = status === 503 && code !== undefined && !code.startsWith("SYS-")
  if (status >= 500 && !isExpected) return `answered ${status} ${code ?? ""}`
  if (/SYS-9\d{3}/.test(text)) return "answered with an internal error"
  if (input.kind === "tool" || input.kind === "form") return undefined
  if (status >= 400) return faultOfRefusal(status, body)
  return faultOfStored(input, reply, body, read)
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** A refusal has a code of the catalogue, its status, and a sentence. */
function faultOfRefusal(status: number, body: Json): string | undefined {
  const { code, message } = (body?.error ?? {}) as { code?: string; message?: string }
  if (code === undefined || catalogue[code] === undefined) return `refused with ${status} and the code ${code ?? "none"}`
  if (catalogue[code][0] !== status) return `${code} has the status ${catalogue[code][0]}, but it was ${status}`
  return message ? undefined : `${code} says nothing`
}

/** Counted when it is read, or noted by the worker without a new version. */
const counted = new Set(["stats", "discarded", "lastSuccessAt", "lastFailureAt", "lastUsedAt", "failingSince", "uses", "lines"])

/** What was answered is what is stored, unless somebody has changed the object meanwhile. */
async function faultOfStored({ op, method, headers }: Input, { replayed }: Reply, body: Json, read: Read): Promise<string | undefined> {
  const answered = body?.data as Record<string, unknown> | undefined
  const [, resource] = /^POST (\/v1\/[^{]+?)(?:\/create|\/\{id\}\/[\w-]+)$/.exec(op?.route ?? "") ?? []
  const isKept = method === "POST" && resource && reads.has(`GET ${resource}/{id}`) && !replayed && headers["dry-run"] !== "true"
  if (!isKept || typeof answered?.["_id"] !== "string" || answered["version"] === undefined) return undefined
  const { status, text } = await read(`${resource}/${answered["_id"]}`)
  const isGone = status === 404
  if (isGone)
    return op!.route!.endsWith("/delete") || (await wasDeleted(answered["_id"], read)) ? undefined : "what was answered is not stored"
  const stored = (parsed(text)?.data ?? {}) as Record<string, unknown>
  if (stored["version"] !== answered["version"]) return undefined
  const isComparable = (name: string) => name in stored && !counted.has(name) && !(name === "availability" && mayChange(stored, answered))
  const differing = Object.keys(answered).filter(name => isComparable(name) && !isSameJson(stored[name], answered[name]))
  return differing.length === 0 ? undefined : `stored is another ${differing.join(", ")} than was answered`
}

/** Somebody may have deleted it since. Then the audit log says so. */
async function wasDeleted(id: string, read: Read): Promise<boolean> {
  const { text } = await read(`/v1/audit-log?object=${id}&limit=100`)
  return ((parsed(text)?.data ?? []) as { action: string }[]).some(({ action }) => action.endsWith(".delete"))
}

/** Whether a link is open follows from what was sold, and from the tenant's clock, which another client may be moving. */
const mayChange = (stored: Record<string, unknown>, answered: Record<string, unknown>) =>
  [stored["opensAt"], stored["closesAt"]].some(at => typeof at === "string") ||
  ["uses", "lines"].some(name => !isSameJson(stored[name], answered[name]))
