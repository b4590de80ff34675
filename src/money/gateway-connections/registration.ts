import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { endJob, enqueue } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { minuteMs } from "../../kit/pure/calendar.ts"
import { log } from "../../kit/service/log.ts"
import { findTenant } from "../../platform/tenants/find-store.ts"
import { withTimeout } from "../gateways/call.ts"
import { gatewayProblem } from "../gateways/errors.ts"
import { CredentialsRejected, GatewayRefused } from "../gateways/provider.ts"
import { sealedFrom, type Trial, trialOf, withoutEventsProblem } from "./connect.ts"
import { installedProvider, openProvider } from "./open.ts"
import { openCredentials, sealCredentials, type SealedCredentials } from "./secrets.ts"
import { type ConnectionRow, findConnection, readConnectionForUpdate, saveConnection } from "./store.ts"

const kind = "finish-registration"
/** Longer than a request that registers takes. */
const finishAfterMs = minuteMs

/**
 * Commits, before the provider is asked to send messages to an address, that this must come to an end: it may have done so when this
 * process dies or its answer is lost. The credentials of a new connection are nowhere else until it is saved.
 */
export function finishLater(ctx: Context, trial: Trial, row?: ConnectionRow): Trial {
  const owner = { tenant_id: ctx.tenant.id, id: trial.id }
  const credentials = row ? undefined : sealCredentials(owner, trial.credentials, ctx.now)
  const payload = { connection: trial.id, gateway: trial.gateway, endpoint: row?.endpoint ?? null, credentials }
  enqueue(ctx, kind, payload, new Date(ctx.now.getTime() + finishAfterMs), true)
  return { ...trial, startedAt: databaseClock.now() }
}

/** Refuses to save what was registered so long ago, in a process that was frozen, that the job may have removed it. */
export function assertInTime({ startedAt, gateway }: Trial) {
  const isLate = startedAt !== undefined && databaseClock.now().getTime() - startedAt.getTime() > finishAfterMs / 2
  if (isLate) throw gatewayProblem("GTW-2005", { gateway: installedProvider(gateway).name })
}

const Payload = z.object({
  connection: z.string(),
  gateway: z.string(),
  /** The endpoint that the connection had before. */
  endpoint: z.string().nullable(),
  credentials: z.custom<SealedCredentials>().optional(),
})
type Registration = z.output<typeof Payload>

export const registrationJobs: Jobs = {
  /** Removes what was registered for a connection that was not saved. Registers again where a saved one did not learn its secret. */
  [kind]: {
    describe: () => ({ text: "The address for a provider's messages is checked" }),
    async run(tenant, payload) {
      const registration = Payload.parse(payload)
      const row = await asSystem(tenant, kind, ctx => findConnection(ctx, registration.connection))
      if (!row) return removeUnsaved(tenant, registration)
      if (row.endpoint === registration.endpoint && isUsed(row)) await registerAgain(row)
    },
    /** The credentials of what was not saved are erased with the job. */
    async giveUp(tenant, payload, reason) {
      const { connection, gateway } = Payload.parse(payload)
      await asSystem(tenant, kind, async ctx => endJob(ctx))
      log.error({ tenant, connection, gateway, reason }, "an address for messages may be left at a provider: compare its list of webhooks")
    },
  },
}

const isUsed = ({ status }: ConnectionRow) => status !== "disconnecting" && status !== "disconnected"

async function removeUnsaved(tenantId: string, { connection: id, gateway, credentials: sealed }: Registration) {
  const tenant = await findTenant({ id: tenantId })
  if (!tenant || !sealed) return
  const owner = { tenant_id: tenantId, id }
  const credentials = openCredentials(owner, sealed)
  try {
    const { account } = await withTimeout(installedProvider(gateway).inspect(credentials))
    const { events } = openProvider({ ...owner, gateway, account, credentials }, tenant)
    if (events.remove) await withTimeout(events.remove(null))
  } catch (error) {
    if (!(error instanceof CredentialsRejected)) throw error // they could register nothing
  }
}

async function registerAgain(row: ConnectionRow) {
  const trial = await asSystem(row.tenant_id, kind, async ctx => trialOf(ctx, row))
  const account = { id: row.account_id, name: row.account_name, country: row.account_country }
  const { register } = openProvider({ ...trial, tenant_id: row.tenant_id, account }, trial.tenant).events
  const events = register && (await withTimeout(register()).catch(unlessRefused))
  if (!events) return
  await asSystem(row.tenant_id, kind, async ctx => {
    const current = await readConnectionForUpdate(ctx, row.id)
    const { credentials: _unchanged, ...secret } = sealedFrom(current, { ...trial, events }, ctx.now)
    saveConnection(ctx, current, { ...secret, last_check: withoutEventsProblem(current.last_check) })
  })
}

/** A provider that does not take the address changed nothing. The last test of the connection says so. */
function unlessRefused(error: unknown): undefined {
  if (!(error instanceof GatewayRefused)) throw error
}
