import type { Context } from "../../kit/operation/context.ts"
import { sendMail } from "../mails/store.ts"
import { findSuperAdmins } from "../tenants/store.ts"
import { cancelDeliveries } from "./cancel-store.ts"
import { maskCredentials } from "./rules.ts"
import { saveWebhook, type WebhookRow } from "./store.ts"

/** Stops sending to an endpoint that does not work, and notifies the people who can fix it. */
export async function deactivate(ctx: Context, endpoint: WebhookRow, status: "disabled" | "inactive") {
  const reason = status === "disabled" ? "it answered 410 Gone" : "it failed for more than 24 hours"
  saveWebhook(ctx, endpoint, { status, reason })
  cancelDeliveries(ctx, endpoint.id)
  await notifySuperAdmins(ctx, endpoint, `Your webhook was deactivated: ${reason}`, [
    `Countersign stopped sending events to ${maskCredentials(endpoint.url)}, because ${reason}.`,
    "Events that happen meanwhile are counted but not delivered to it. When it works again, enable it; missed events can be replayed.",
  ])
}

/** Spec: super admins are notified on activation and deactivation. */
export async function notifySuperAdmins(ctx: Context, endpoint: WebhookRow, subject: string, paragraphs: string[]) {
  for (const admin of await findSuperAdmins(ctx)) {
    const template = { subject, greeting: `Hello ${admin.name},`, paragraphs, footer: `Webhook ${endpoint.id} of ${ctx.tenant.name}.` }
    sendMail(ctx, { recipient: admin.email, object: endpoint.id, ...template })
  }
}
