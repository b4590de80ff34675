import type { Context } from "../../kit/db/context.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { newId } from "../../kit/pure/id.ts"
import { Problem } from "../../kit/pure/problem.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { withTimeout } from "../gateways/call.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import { GatewayUnreachable } from "../gateways/gateway.ts"
import { type Credentials, CredentialsRejected, type Inspection, type Provider } from "../gateways/provider.ts"
import { findProvider } from "../gateways/registry.ts"
import { installedProvider, type Opened, openProvider, readOpened } from "./open.ts"
import { assertFields, assertUsable } from "./rules.ts"
import type { Check } from "./schema.ts"
import { openCredentials, type SealedSecret, sealCredentials, addEventSecret } from "./secrets.ts"
import type { ConnectionRow } from "./store.ts"

/** Credentials that are being tried at the provider, and what it said. */
export type Trial = {
  id: string
  gateway: string
  tenant: Context["tenant"]
  credentials: Credentials
  /** When the provider was asked to send messages, by the world's clock. */
  startedAt?: Date
  inspection?: Inspection
  events?: { endpoint: string; secret: string }
  /** Why messages will not arrive, though charges work. */
  eventsProblem?: string
  refusal?: Problem
}

export function readProvider(id: string, { mode }: Context["tenant"]): Provider {
  const provider = findProvider(id)
  if (!provider) throw generalProblem("GEN-1004", { kind: "payment provider", reference: id })
  if (!provider.modes.includes(mode))
    throw gatewayProblem("GTW-1004", { gateway: provider.name, modes: provider.modes.join(" and "), mode })
  return provider
}

export const newTrial = (ctx: Context, gateway: string, credentials: Credentials): Trial => {
  assertFields(readProvider(gateway, ctx.tenant), credentials)
  return { id: newId(ctx.now), gateway, tenant: ctx.tenant, credentials }
}

/** The credentials of a connection, with those that replace some of them. */
export function trialOf({ tenant }: Context, row: ConnectionRow, replaced: Credentials = {}): Trial {
  assertFields(installedProvider(row.gateway), replaced, Object.keys(row.credentials))
  const credentials = { ...openCredentials(row, row.credentials), ...replaced }
  return { id: row.id, gateway: row.gateway, tenant, credentials }
}

/** Asks the provider about the credentials. A refusal is kept for `run`, which commits nothing then. */
export async function inspect(trial: Trial): Promise<Trial> {
  const provider = installedProvider(trial.gateway)
  try {
    return { ...trial, inspection: await withTimeout(provider.inspect(trial.credentials)) }
  } catch (error) {
    return { ...trial, refusal: refusalOf(error, provider) }
  }
}

/** Asks the provider about the credentials, and where they are usable lets it send its messages to us. */
export async function inspectAndRegister(trial: Trial): Promise<Trial> {
  const inspected = await inspect(trial)
  const provider = installedProvider(trial.gateway)
  if (!inspected.inspection) return inspected
  try {
    assertUsable(inspected.inspection, provider, trial.tenant)
  } catch (error) {
    return { ...inspected, refusal: refusalOf(error, provider) }
  }
  return register(inspected, inspected.inspection)
}

async function register(trial: Trial, { account }: Inspection): Promise<Trial> {
  const { events } = openProvider({ ...trial, tenant_id: trial.tenant.id, account }, trial.tenant)
  if (!events.register) return trial
  try {
    return { ...trial, events: await withTimeout(events.register()) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : "it gave no reason"
    return { ...trial, eventsProblem: `${noMessages}: ${reason}. Payments are found by asking instead` }
  }
}

const noMessages = "The provider does not send messages to this address"

/** The result of an earlier test, now that messages arrive. */
export function withoutEventsProblem(check: Check | null): Check | null {
  const problems = check?.problems.filter(problem => !problem.startsWith(noMessages)) ?? []
  return check && { ...check, problems, ok: problems.length === 0 }
}

function refusalOf(error: unknown, { name: gateway }: Provider): Problem {
  if (error instanceof Problem) return error
  if (error instanceof CredentialsRejected) return gatewayProblem("GTW-1007", { gateway, reason: error.message })
  if (error instanceof GatewayUnreachable || error instanceof Error) return gatewayProblem("GTW-2005", { gateway })
  throw error
}

/** Calls the provider for a request that waits: a caller learns whether the credentials were refused or the provider did not answer. */
export async function withReason<T>(row: ConnectionRow, call: (opened: Opened) => Promise<T>): Promise<T> {
  try {
    return await call(await readOpened(row.tenant_id, row.id))
  } catch (error) {
    throw refusalOf(error, installedProvider(row.gateway))
  }
}

/** What the provider said about the credentials, or its refusal. */
export function inspectionOf({ inspection, refusal }: Trial): Inspection {
  if (refusal) throw refusal
  if (!inspection) throw new Error("the credentials were not tried")
  return inspection
}

export const checkOf = ({ eventsProblem }: Trial, { missingRights }: Inspection, now: Date): Check => {
  const problems = [...missingRights.map(right => `The credentials lack the right ${right}`), ...(eventsProblem ? [eventsProblem] : [])]
  return { at: isoTime(now), ok: problems.length === 0, problems }
}

/** What a test changes: its result, and the status of a connection that works again. */
export function testedAs(trial: Trial, { status }: Pick<ConnectionRow, "status">, now: Date): Pick<ConnectionRow, "last_check" | "status"> {
  const check = trial.refusal
    ? { at: isoTime(now), ok: false, problems: [trial.refusal.message] }
    : checkOf(trial, inspectionOf(trial), now)
  return { last_check: check, status: status === "failing" && check.ok ? "active" : status }
}

type Sealing = { tenant_id: string; id: string; event_secrets?: SealedSecret[] }

/** The columns that follow from a trial which went well. */
export function sealedFrom(owner: Sealing, { credentials, events }: Trial, now: Date) {
  const { event_secrets = [] } = owner
  return {
    credentials: sealCredentials(owner, credentials, now),
    ...(events && { endpoint: events.endpoint, event_secrets: addEventSecret(owner, event_secrets, events.secret, now) }),
  }
}
