import type { Context } from "../../kit/db/context.ts"
import type { NewMail } from "../mails/store.ts"
import { notify } from "../notices/notify.ts"
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

type News = Pick<NewMail, "subject" | "paragraphs"> & { kind: "endpoint-activated" | "endpoint-deactivated" }

/** Spec: super admins are notified on activation and deactivation. */
export async function notifySuperAdmins(ctx: Context, { id, url, version }: WebhookRow, news: News) {
  await notify(ctx, await findSuperAdmins(ctx), {
    ...news,
    type: "dev/webhooks",
    object: id,
    path: `/webhooks/${id}`,
    occasion: version,
    action: "See the endpoint",
    rows: [["Endpoint", maskCredentials(url)]],
    footer: `You get this mail because you are a super admin of ${ctx.tenant.name}.`,
  })
}
