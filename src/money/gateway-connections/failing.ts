import type { Context } from "../../kit/db/context.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findSuperAdmins } from "../../platform/tenants/store.ts"
import { noticeWords } from "./notice-words.ts"
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
  const about = { type: "gateway-connections", object: id, path: `/gateway-connections/${id}`, occasion: version }
  await notify(ctx, await findSuperAdmins(ctx), { kind: "connection-failing", ...about }, ({ locale }) => {
    const { subject, answered, effect, connection, action, footer } = noticeWords[locale].failing
    return {
      subject: subject(name),
      paragraphs: [answered(words), effect],
      action,
      rows: [[connection, name]],
      footer: footer(ctx.tenant.name),
    }
  })
}
