import type { Context } from "../kit/context.ts"
import { sendMail } from "../mails/store.ts"
import { findSuperAdmins } from "../tenants/store.ts"
import { cancelDeliveries } from "./cancel-store.ts"
import { saveWebhook, type WebhookRow } from "./store.ts"

/** Nobody is there any more: nothing further is sent, and those who can mend it are told. */
export async function deactivate(ctx: Context, endpoint: WebhookRow, status: "disabled" | "inactive") {
  const reason = status === "disabled" ? "it answered 410 Gone" : "it failed for more than 24 hours"
  saveWebhook(ctx, endpoint, { status, reason, failing_since: null })
  cancelDeliveries(ctx, endpoint.id)
  await tellAdmins(ctx, endpoint, `Your webhook was deactivated: ${reason}`, [
    `Countersign stopped sending events to ${endpoint.url}, because ${reason}.`,
    "Events that happen meanwhile are counted but not kept for it. Once the address answers again, enable it; missed events can be replayed.",
  ])
}

/** Spec: super admins are notified on activation and deactivation. */
export async function tellAdmins(ctx: Context, endpoint: WebhookRow, subject: string, paragraphs: string[]) {
  for (const admin of await findSuperAdmins(ctx)) {
    const letter = { subject, greeting: `Hello ${admin.name},`, paragraphs, footer: `Webhook ${endpoint.id} of ${ctx.tenant.name}.` }
    sendMail(ctx, { recipient: admin.email, object: endpoint.id, ...letter })
  }
}
