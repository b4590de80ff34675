import type { Context } from "../../kit/db/context.ts"
import { config } from "../../kit/service/config.ts"
import { sendMail } from "../../platform/mails/store.ts"
import type { UserRow } from "../../platform/tenants/store.ts"
import type { Target } from "./objects.ts"

/** Tells a colleague that a note mentions them, with its text and the way to the object. */
export async function mailMention(ctx: Context, person: UserRow, { type, id }: Target, text: string) {
  const { caller, tenant } = ctx
  await sendMail(ctx, {
    kind: "mention",
    recipient: person.email,
    object: id,
    subject: `${caller.name} mentioned you in a note`,
    greeting: `Hello ${person.name},`,
    paragraphs: [`${caller.name} mentioned you in a note of ${tenant.name}:`, text],
    action: { label: "Open it", url: `${config.BASE_URL}/open?type=${encodeURIComponent(type)}&id=${id}` },
    footer: `You get this mail because you work at ${tenant.name}. Contacts never see notes.`,
  })
}
