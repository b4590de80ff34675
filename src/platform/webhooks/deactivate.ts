import type { Context } from "../../kit/db/context.ts"
import { notify } from "../notices/notify.ts"
import { findSuperAdmins } from "../tenants/store.ts"
import { cancelDeliveries } from "./cancel-store.ts"
import { endpointWords } from "./notice-words.ts"
import { maskCredentials } from "./rules.ts"
import { saveWebhook, type WebhookRow } from "./store.ts"

/** Stops sending to an endpoint that does not work, and notifies the people who can fix it. */
export async function deactivate(ctx: Context, endpoint: WebhookRow, status: "disabled" | "inactive") {
  const cause = status === "disabled" ? "gone" : "failing"
  saveWebhook(ctx, endpoint, { status, reason: endpointWords.en[cause] })
  cancelDeliveries(ctx, endpoint.id)
  await notifySuperAdmins(ctx, endpoint, "endpoint-deactivated", (words, address) => ({
    subject: words.deactivated(words[cause]),
    paragraphs: [words.stopped(address, words[cause]), words.repair],
  }))
}

type Words = (typeof endpointWords)["en"]
type Say = (words: Words, address: string) => { subject: string; paragraphs: string[] }

/** Spec: super admins are notified on activation and deactivation. */
export async function notifySuperAdmins(
  ctx: Context,
  { id, url, version }: WebhookRow,
  kind: "endpoint-activated" | "endpoint-deactivated",
  say: Say,
) {
  const address = maskCredentials(url)
  const about = { kind, type: "dev/webhooks", object: id, path: `/webhooks/${id}`, occasion: version }
  await notify(ctx, await findSuperAdmins(ctx), about, ({ locale }) => {
    const words: Words = endpointWords[locale]
    const { action, endpoint, footer } = words
    return { ...say(words, address), action, rows: [[endpoint, address]], footer: footer(ctx.tenant.name) }
  })
}
