import { isKeyTaken } from "../db/commit.ts"
import type { Context } from "../db/context.ts"
import { databaseClock } from "../db/database-clock.ts"
import { waitForOpenTransactions } from "../db/open-transactions.ts"
import { readOnly, type RequestScope, transact } from "../db/unit-of-work.ts"
import { requestEnded, requestStarted } from "../jobs/in-flight.ts"
import type { Caller, Origin } from "../pure/caller.ts"
import { generalProblem, invalidField } from "../pure/errors.ts"
import { isStorable } from "../pure/input.ts"
import { errorBody, Problem } from "../pure/problem.ts"
import { config } from "../service/config.ts"
import { assertConfirmed } from "./confirmation.ts"
import {
  assertValidKey,
  findStoredKey,
  keepKey,
  type KeyInUse,
  releaseKey,
  type RequestKey,
  sealedKeyOf,
  type StoredKey,
  storedResponse,
  storeResponse,
} from "./idempotency.ts"
import { isSimulation, type Operation, type RawInput, type Visitor } from "./operation.ts"
import { authenticate, type Credential, type Identity } from "./ports.ts"
import type { StreamedFile } from "./response-file.ts"

/** A request from any surface, before any check. */
export type Request = {
  credential: Credential
  /** The owner of the credential, if the surface has already read it for this request. */
  identity?: Identity
  /** REST requires X-TENANT-ID. For agents and sessions the tenant comes from the credential, and the header is only compared. */
  tenant: string | undefined
  idempotencyKey: string | undefined
  requestKey?: RequestKey | undefined
  origin: Origin
  /** The object that the path names. */
  reference?: string
  /** The other parameters of the path, by name. */
  path?: Record<string, string>
  ifMatch?: string | undefined
  dryRun: boolean
  /** Called only after the checks that come before the body. */
  input(): RawInput
  /** The body as this surface sends it. */
  render(filtered: unknown, result: unknown): string
  /** Counts the call against a rate limit, once the caller is known. */
  consume?(caller: Caller): void | Promise<void>
}
type Response = { status: number; body: string; replayed?: true; headers?: Record<string, string>; file?: StreamedFile }

/** A request that takes longer than this to commit was frozen or cut off from the database. Its caller may have given up. */
const maxRequestMs = 30_000

/** Requests that run in this process. A second one with the same key gets 409 at once; one without a key waits for the response. */
const running = new Map<string, Promise<Response>>()

/** The pipeline that REST and MCP share. The order of its checks is the contract's: 401, tenant, 403, key, 404, and then the body. */
export async function perform(op: Operation, request: Request): Promise<Response> {
  requestStarted()
  try {
    const response = await runPipeline(op, request)
    // After a replay too: the first request may have died while waiting. Whoever was answered has named their tenant.
    if (op.waitsForOpenTransactions && request.tenant !== undefined) await waitForOpenTransactions(request.tenant)
    return response
  } finally {
    requestEnded()
  }
}

/** Starts again after another request with the same key has ended. That one has stored its response, or the key is free again. */
async function runPipeline(op: Operation, request: Request): Promise<Response> {
  const startedAt = performance.now()
  let deadline: Date | undefined
  for (;;) {
    const [identity, stored] = await Promise.all([request.identity ?? authenticate(request.credential), storedFor(request)])
    const admitted = assertAdmitted(identity, request, true)
    databaseClock.raiseTo(admitted.readAt)
    const requestKey = request.requestKey && keyFor(op, request.requestKey, admitted.caller)
    const ttlSeconds = requestKey?.ttlSeconds ?? admitted.keylessWindowSeconds
    if (deadline === undefined) {
      deadline = deadlineOf(admitted, performance.now() - startedAt, requestKey && ttlSeconds)
      await request.consume?.(admitted.caller)
    }
    assertAllowed(op, admitted, request)
    if (!requestKey || ttlSeconds === 0) return await run(op, admitted, request, deadline)
    const alive = stored && isAlive(stored, admitted) ? stored : undefined
    const replayed = alive && replay(admitted, alive, requestKey)
    if (replayed) return replayed
    if (request.dryRun) return await run(op, admitted, request, deadline)
    const key = { ...requestKey, ttlSeconds, replaces: stored !== undefined, keptUntil: alive?.diesAt }
    const response = await runOnce(op, admitted, request, deadline, key)
    if (response) return response
  }
}

function assertAllowed(op: Operation, admitted: Identity, { idempotencyKey }: Request) {
  assertPermitted(op, admitted.caller)
  assertProven(op, admitted)
  if (isSimulation(op) && admitted.tenant.mode !== "sandbox") throw generalProblem("TNT-1001")
  assertValidKey(idempotencyKey)
  if (op.idempotency === "header" && idempotencyKey === undefined) throw generalProblem("IDM-1004")
}

/** Runs one request with this key at a time. Undefined if another one was running: the caller then looks up what it stored. */
async function runOnce(op: Operation, admitted: Identity, request: Request, deadline: Date, key: KeyInUse): Promise<Response | undefined> {
  const name = `${admitted.tenant.id} ${key.key}`
  const first = running.get(name)
  if (first) {
    if (request.idempotencyKey !== undefined) throw generalProblem("IDM-1003")
    await first.catch(() => {}) // its own caller gets the error
    return undefined
  }
  try {
    return await runExclusively(name, run(op, admitted, request, deadline, key))
  } catch (error) {
    const twin = await twinOf(error, request, admitted)
    const response = twin && replay(admitted, twin, key)
    if (!response && !isKeyTaken(error)) throw error
    return response
  }
}

const storedFor = async ({ tenant, requestKey }: Request) =>
  tenant !== undefined && requestKey && isStorable(tenant) ? findStoredKey({ tenant_id: tenant, key: requestKey.key }) : undefined

const isAlive = ({ diesAt }: StoredKey, { tenant }: Identity) => diesAt > databaseClock.now(tenant.clockOffsetMs)

/**
 * The last moment to commit, by the database's clock: `maxRequestMs` after the request began, or half the keyless window if that is less.
 * The response that an equal request stores lives longer. So a request that was frozen meanwhile finds that response, or is refused as too
 * late.
 */
function deadlineOf({ readAt }: Identity, openingMs: number, ttlSeconds = 0): Date {
  const limitMs = ttlSeconds === 0 ? maxRequestMs : Math.min(maxRequestMs, ttlSeconds * 500)
  return new Date(readAt.getTime() - openingMs + limitMs)
}

/**
 * Of two equal requests that arrive together, this one may have been refused because of what the other just did ("already paid"). The
 * other's response was committed with its effect, so this one looks it up before it returns the refusal.
 */
async function twinOf(error: unknown, request: Request, admitted: Identity): Promise<StoredKey | undefined> {
  if (!(error instanceof Problem) || error.status >= 500) return undefined
  const stored = await storedFor(request)
  return stored && isAlive(stored, admitted) ? stored : undefined
}

/** Refuses unknown and expired credentials, and those of another tenant than the one named. */
export function assertAdmitted(
  identity: Identity | undefined,
  { credential, tenant }: Pick<Request, "credential" | "tenant">,
  needsTenant: boolean,
): Identity {
  if (!identity) throw generalProblem(unknownCodes[credential.kind])
  if (identity.expiredAt) throw generalProblem("AUT-1004", { expiresAt: identity.expiredAt.toISOString() })
  if (tenant === undefined ? needsTenant : tenant !== identity.tenant.id) throw generalProblem("TEN-1001", { header: "X-TENANT-ID" })
  return identity
}

const unknownCodes = {
  "api-key": "AUT-1003",
  session: "AUT-1005",
  assistant: "AUT-1011",
  "payment-link": "AUT-1003",
  portal: "AUT-1005",
} as const satisfies Record<Credential["kind"], string>

/** An API key proves itself with each request. A session may be in a browser that somebody left open. */
function assertProven(op: Operation, identity: Identity) {
  if (op.forPeople && !identity.caller.session) throw generalProblem("PRM-1004")
  if (op.needsConfirmation) assertConfirmed(identity, op.needsConfirmation)
}

export const mayCall = (op: Operation, caller: Caller) => op.needs === undefined || caller.permissions.has(op.needs)

export function assertPermitted(op: Operation, caller: Caller) {
  const { secondFactorDueAt: dueAt } = caller
  if (dueAt && dueAt <= databaseClock.now() && !op.worksWithoutSecondFactor) throw generalProblem("PRM-1007")
  if (!mayCall(op, caller)) throw generalProblem("PRM-1001", { permission: op.needs })
}

async function runExclusively(name: string, work: Promise<Response>) {
  running.set(name, work)
  return work.finally(() => running.delete(name))
}

/** Nobody else may get a stored response that concerns one person or has a secret. */
const keyFor = (op: Operation, requestKey: RequestKey, { user }: Caller) =>
  op.secret || op.forPeople ? sealedKeyOf(requestKey, user) : requestKey

function replay({ tenant }: Identity, stored: StoredKey, requestKey: RequestKey): Response | undefined {
  const response = storedResponse(tenant.id, stored, requestKey)
  return response && { ...response, replayed: true }
}

/** The response is rendered before anything is written, because it is one of the writes. */
async function run(op: Operation, identity: Identity, request: Request, deadline: Date, keyInUse?: KeyInUse): Promise<Response> {
  const { caller, tenant } = identity
  const { origin, dryRun, idempotencyKey } = request
  const exclusive = keyInUse !== undefined && idempotencyKey !== undefined
  const scope = { caller, tenant, origin, dryRun, name: keyInUse?.key ?? origin.requestId, deadline, exclusive }
  const { external, key } = op.external
    ? await callExternal(op, op.external, scope, request, keyInUse)
    : { external: undefined, key: keyInUse }
  // After an external call the outcome is committed under another name, so that a duplicate that is about to be refused can't block it.
  const lastScope = op.external ? { ...scope, name: origin.requestId, exclusive: false } : scope
  // A read with a key writes its response.
  return await (op.effect === "read" && !op.audited && !key ? readOnly : transact)(lastScope, async ctx => {
    const subject = await subjectOf(op, ctx, request)
    const input = op.parse(request.input())
    if (!op.external) await op.assertPossible?.(subject, ctx) // else it was checked before the call
    const file = await op.streamedFile?.(ctx, input, subject)
    if (file) return { status: 200, body: "", file }
    const result = await op.run(ctx, input, subject, external)
    const { status, body, headers } = render(op, request, result)
    if (key && status < 500) storeResponse(ctx, key, { status, body })
    else if (key?.keptUntil) releaseKey(ctx, key)
    return { status, body, ...(headers && !dryRun && { headers }) } // a dry run changes no cookies
  })
}

/** For callers without a credential. A key belongs to a tenant, which is unknown here, so it is only checked. */
export async function performOpen(op: Operation, request: OpenRequest): Promise<Response> {
  requestStarted()
  try {
    assertValidKey(request.idempotencyKey)
    return render(op, request, await op.open!(op.parse(request.input()), request))
  } finally {
    requestEnded()
  }
}
export type OpenRequest = Visitor & Pick<Request, "input" | "render"> & { idempotencyKey?: string | undefined }

function render(op: Operation, request: Pick<Request, "origin" | "render">, result: unknown): Response {
  const { requestId } = request.origin
  if (result instanceof Problem) return { status: result.status, body: JSON.stringify(errorBody(result, requestId, config.BASE_URL)) }
  const filtered = op.filterResponse ? op.filterResponse(result) : result
  const headers = op.headers?.(result)
  return { status: op.creates ? 201 : 200, body: request.render(filtered, result), ...(headers && { headers }) }
}

/** Commits what is prepared, and the key with it, before the external call. Holds no transaction open during the call. */
async function callExternal(op: Operation, external: External, scope: RequestScope, request: Request, keyInUse?: KeyInUse) {
  const prepare = () =>
    transact(scope, async ctx => {
      const subject = await subjectOf(op, ctx, request)
      await op.assertPossible?.(subject, ctx)
      const prepared = await external.prepare(ctx, op.parse(request.input()), subject, scope.name)
      return { subject, prepared, key: keyInUse && external.keepsKey ? keepKey(ctx, keyInUse) : keyInUse }
    })
  const { prepared, subject, key } = await prepare().catch(async (error: unknown) => {
    const isRefusal = error instanceof Problem && !scope.dryRun
    if (isRefusal && (await external.onRefusal?.(error, scope.tenant.id))) return prepare()
    throw error
  })
  return { key, external: scope.dryRun ? prepared : await external.call(prepared, subject) }
}

type External = NonNullable<Operation["external"]>

async function subjectOf(op: Operation, ctx: Context, { reference, path = {}, ifMatch }: Request): Promise<unknown> {
  for (const named of [reference, ...Object.values(path)])
    if (named !== undefined && !isStorable(named)) throw generalProblem("GEN-1004", { kind: wordsOf(op.noun), reference: named })
  const subject = await op.subject?.(ctx, reference ?? "")
  const version = (subject as { version?: number } | undefined)?.version
  await op.assertPart?.(ctx, subject, path)
  if (ifMatch !== undefined && version !== undefined) assertMatch(op, ifMatch, version)
  return subject
}

/** If-Match takes the version as a number or as an entity tag; * matches any. */
function assertMatch({ noun }: Operation, ifMatch: string, version: number) {
  const expected = /^(?:(?:W\/)?"(\d+|\*)"|(\d+|\*))$/.exec(ifMatch)?.slice(1).find(Boolean)
  if (expected === undefined) throw invalidField("If-Match", "must be the version of the object, such as 3")
  if (expected !== "*" && Number(expected) !== version) throw generalProblem("GEN-1009", { kind: wordsOf(noun), version })
}

/** "payment intent", as the resources are named in all other refusals. */
const wordsOf = (noun: string) => noun.replace(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
