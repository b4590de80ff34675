import type { Caller, Context, Origin } from "./context.ts"
import { entered, left } from "./crowd.ts"
import { assertWellFormed, type Claim, remember, type Stored, taken } from "./idempotency.ts"
import { open, type Opened } from "./open.ts"
import type { Operation, Raw } from "./operation.ts"
import { isStorable } from "./input.ts"
import { errorBody, invalid, Problem } from "./problem.ts"
import { afterAllUnderWay } from "./settled.ts"
import { look, type Scene, transact } from "./transact.ts"

/** A request at either door: what is known of it before anything is looked at. */
export type Request = {
  /** The hash of the API key. */
  credential: string
  /** X-TENANT-ID. REST requires it; for agents the tenant comes from the credential, and the header is only cross-checked. */
  tenant: string | undefined
  needsTenant: boolean
  key: string | undefined
  claim?: Claim | undefined
  origin: Origin
  /** What the path names. */
  reference?: string
  ifMatch?: string | undefined
  dryRun: boolean
  /** Made only when its turn comes: a body is looked at last. */
  raw(): Raw
  /** What this door makes of the result. */
  render(result: unknown): unknown
  /** A budget to spend, once it is known who calls. */
  spend?(caller: Caller): void
}
export type Answer = { status: number; body: string; replayed?: true }

/** What runs in this process now. A second with the same key hears so at once; a second without a key waits for the first one's answer. */
const running = new Map<string, Promise<Answer>>()

/** The one stair. The order of the checks is the contract's: 401, tenant, 403, the key, 404, and only then the body. */
export async function perform(op: Operation, request: Request): Promise<Answer> {
  entered()
  try {
    const answer = await climb(op, request)
    if (op.settles) await afterAllUnderWay() // after a replay too: whoever was first may have died before it was done waiting
    return answer
  } finally {
    left()
  }
}

async function climb(op: Operation, request: Request): Promise<Answer> {
  for (;;) {
    const opened = admitted(await open(request.credential, request.claim?.key), request)
    assertPermitted(op, opened.caller)
    request.spend?.(opened.caller)
    assertWellFormed(request.key)
    if (op.idempotency === "header" && request.key === undefined) throw new Problem("IDM-1004")
    const livesS = request.claim?.livesS ?? opened.keylessWindowS
    if (!request.claim || livesS === 0) return await run(op, opened, request)
    if (opened.stored?.alive) return replay(opened.stored, request.claim)
    if (request.dryRun) return await run(op, opened, request)

    const claim = { ...request.claim, livesS }
    const name = `${opened.tenant.id} ${claim.key}`
    const first = running.get(name)
    if (first && request.key !== undefined) throw new Problem("IDM-1003")
    try {
      if (!first) return await alone(name, run(op, opened, request, claim))
      await first
    } catch (error) {
      if (!first && !taken(error)) throw error
    } // the key has its answer by now, or nobody has it: look again
  }
}

/** Who calls, or why not. */
export function admitted(opened: Opened | undefined, { tenant, needsTenant }: Pick<Request, "tenant" | "needsTenant">): Opened {
  if (!opened) throw new Problem("AUT-1003")
  if (opened.expiredAt) throw new Problem("AUT-1004", { expiresAt: opened.expiredAt.toISOString() })
  if (tenant === undefined ? needsTenant : tenant !== opened.tenant.id) throw new Problem("TEN-1001")
  return opened
}

export const mayCall = (op: Operation, caller: Caller) => op.needs === undefined || caller.permissions.has(op.needs)

function assertPermitted(op: Operation, caller: Caller) {
  if (!mayCall(op, caller)) throw new Problem("PRM-1001", { permission: op.needs })
}

async function alone(name: string, work: Promise<Answer>) {
  running.set(name, work)
  return work.finally(() => running.delete(name))
}

function replay({ fingerprint, status, body }: Stored, claim: Claim): Answer {
  if (fingerprint !== claim.fingerprint) throw new Problem("IDM-1002")
  return { status, body, replayed: true }
}

/** The answer is known before anything is written: it is one of the writes. */
async function run(
  op: Operation,
  { caller, tenant, stored }: Opened,
  request: Request,
  claim?: Claim & { livesS: number },
): Promise<Answer> {
  const { origin, dryRun } = request
  const name = claim?.key ?? origin.requestId
  const scene = { caller, tenant, origin, dryRun, name }
  const answer = op.outside && (await askOutside(op, op.outside, scene, request))
  return await (op.effect === "read" ? look : transact)(scene, async ctx => {
    const subject = await subjectOf(op, ctx, request)
    const result = await op.run(ctx, op.parse(request.raw()), subject, answer)
    const { status, body } = rendered(op, request, result)
    if (claim && status < 500) ctx.write(remember(claim, stored !== undefined, { tenant: tenant.id, now: ctx.now, status, body }))
    return { status, body }
  })
}

function rendered(op: Operation, { render, origin }: Request, result: unknown): Answer {
  if (result instanceof Problem) return { status: result.status, body: JSON.stringify(errorBody(result, origin.requestId)) }
  return { status: op.route?.endsWith("/create") ? 201 : 200, body: JSON.stringify(render(op.sieve ? op.sieve(result) : result)) }
}

/** What is prepared is committed before the outside world hears of it, and no transaction is open while it thinks. */
async function askOutside(op: Operation, outside: Outside, scene: Scene, request: Request): Promise<unknown> {
  const { prepared, subject } = await transact(scene, async ctx => {
    const found = await subjectOf(op, ctx, request)
    return { subject: found, prepared: await outside.prepare(ctx, op.parse(request.raw()), found, scene.name) }
  })
  return scene.dryRun ? prepared : outside.call(prepared, subject)
}

type Outside = NonNullable<Operation["outside"]>

async function subjectOf(op: Operation, ctx: Context, { reference, ifMatch }: Request): Promise<unknown> {
  if (reference !== undefined && !isStorable(reference)) throw new Problem("GEN-1004", { kind: op.noun, reference })
  const subject = await op.subject?.(ctx, reference ?? "")
  const version = (subject as { version?: number } | undefined)?.version
  if (ifMatch !== undefined && version !== undefined) assertMatch(op, ifMatch, version)
  return subject
}

/** A number, as it is shown or as an entity tag; * is any. */
function assertMatch({ noun }: Operation, ifMatch: string, version: number) {
  const [, asked] = /^(?:W\/)?"?(\d+|\*)"?$/.exec(ifMatch) ?? []
  if (asked === undefined) throw invalid("If-Match", "must be the version of the object, such as 3")
  if (asked !== "*" && Number(asked) !== version) throw new Problem("GEN-1009", { kind: noun, version })
}
