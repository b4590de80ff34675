import { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { cleanup } from "../../kit/jobs/cleanup.ts"
import { enqueueNext } from "../../kit/jobs/enqueue.ts"
import type { Jobs } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { hourMs } from "../../kit/pure/calendar.ts"
import { log } from "../../kit/service/log.ts"
import { deleteOldMessages } from "./messages-store.ts"
import { callConnection, readOpened } from "./open.ts"
import type { ConnectionDependent } from "./ports.ts"
import { readConnectionForUpdate, saveConnection } from "./store.ts"

const Payload = z.object({ connection: z.string() })

export const connectionJobs = (dependents: readonly ConnectionDependent[]): Jobs => ({
  /** Waits until nothing is open at the provider. Then it ends the messages and erases the credentials. */
  "disconnect-gateway": {
    describe: () => ({ text: "The connection ends, if nothing is open at the provider", event: "gatewayConnections.update" }),
    async run(tenant, payload) {
      const { connection: id } = Payload.parse(payload)
      const opened = await readOpened(tenant, id)
      if (opened.status !== "disconnecting") return
      const isOpen = await asSystem(tenant, "disconnect-gateway", async ctx => {
        const open = await findOpen(ctx, id, dependents)
        if (open) enqueueNext(ctx, "disconnect-gateway", { connection: id }, new Date(ctx.now.getTime() + hourMs))
        return open
      })
      if (isOpen) return
      if (opened.endpoint !== null) await removeEndpoint(opened, opened.endpoint)
      await asSystem(tenant, "disconnect-gateway", async ctx => {
        const row = await readConnectionForUpdate(ctx, id)
        if (row.status !== "disconnecting") return
        saveConnection(ctx, row, { status: "disconnected", credentials: {}, event_secrets: [], endpoint: null })
      })
    },
  },
})

async function findOpen(ctx: Context, id: string, dependents: readonly ConnectionDependent[]): Promise<boolean> {
  for (const dependent of dependents) if (await dependent.hasOpen(ctx, id)) return true
  return false
}

/** A key that was revoked before can't remove it: then the provider stops by itself once its messages are refused. */
async function removeEndpoint(opened: Awaited<ReturnType<typeof readOpened>>, endpoint: string) {
  try {
    await callConnection(opened, async gateway => gateway.events.remove?.(endpoint))
  } catch (error) {
    log.warn({ error, tenant: opened.tenant_id, connection: opened.id }, "a provider still sends messages to a connection that has ended")
  }
}

export const connectionSweeps = [cleanup("delete old gateway messages", deleteOldMessages)]
