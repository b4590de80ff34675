import type { Context } from "../../kit/db/context.ts"
import { config } from "../../kit/service/config.ts"
import { type NewMail, sendMail } from "../mails/store.ts"
import { findSuperAdmins } from "../tenants/store.ts"
import { cancelDeliveries } from "./cancel-store.ts"
import { maskCredentials } from "./rules.ts"
import { saveWebhook, type WebhookRow } from "./store.ts"

/** Stops sending to an endpoint that does not work, and notifies the people who can fix it. */
export async function deactivate(ctx: Context, endpoint: WebhookRow, status: "disabled" | "inactive") {
  const reason = status === "disabled" ? "it answered 410 Gone" : "it failed for more than 24 hours"
  saveWebhook(ctx, endpoint, { status, reason })
  cancelDeliveries(ctx, endpoint.id)
  await notifySuperAdmins(ctx, endpoint, {
    kind: "endpoint-deactivated",
    subject: `Your webhook was deactivated: ${reason}`,
    paragraphs: [
      `Countersign stopped sending events to ${maskCredentials(endpoint.url)}, because ${reason}. No money is affected.`,
      "Until then, events are counted but not delivered to it. When it works again, enable it; you can replay the missed events.",
    ],
  })
}

type News = Pick<NewMail, "kind" | "subject" | "paragraphs">

/** Spec: super admins are notified on activation and deactivation. */
export async function notifySuperAdmins(ctx: Context, { id, url }: WebhookRow, news: News) {
  for (const admin of await findSuperAdmins(ctx))
    await sendMail(ctx, {
      ...news,
      recipient: admin.email,
      object: id,
      greeting: `Hello ${admin.name},`,
      action: { label: "See the endpoint", url: `${config.BASE_URL}/webhooks/${id}` },
      rows: [["Endpoint", maskCredentials(url)]],
      footer: `You get this mail because you are a super admin of ${ctx.tenant.name}.`,
    })
}
