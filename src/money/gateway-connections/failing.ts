import type { Context } from "../../kit/db/context.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findSuperAdmins } from "../../platform/tenants/store.ts"
import { type ConnectionRow, readConnectionForUpdate, saveConnection } from "./store.ts"

/** The provider refused the credentials: no new charge begins, and the people who can mend it are told, once. */
export const noteRejected = ({ tenant_id, id }: Pick<ConnectionRow, "tenant_id" | "id">, words: string): Promise<void> =>
  asSystem(tenant_id, "connection refused", async ctx => {
    const row = await readConnectionForUpdate(ctx, id)
    if (row.status !== "active") return
    const problem = `The provider refused the credentials: ${words}`
    saveConnection(ctx, row, { status: "failing", last_check: { at: isoTime(ctx.now), ok: false, problems: [problem] } })
    await tellSuperAdmins(ctx, row, words)
  })

async function tellSuperAdmins(ctx: Context, { id, name, version }: ConnectionRow, words: string) {
  await notify(ctx, await findSuperAdmins(ctx), {
    kind: "connection-failing",
    type: "gateway-connections",
    object: id,
    path: `/gateway-connections/${id}`,
    occasion: version,
    subject: `${name} refuses the credentials of Countersign`,
    paragraphs: [
      `The provider answered: ${words}`,
      "No new charge begins there until new credentials are set. What was charged before is still looked up, so no payment is lost.",
    ],
    action: "See the connection",
    rows: [["Connection", name]],
    footer: `You get this mail because you are a super admin of ${ctx.tenant.name}.`,
  })
}
