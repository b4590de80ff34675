import type { Context } from "../../kit/db/context.ts"
import { notify } from "../../platform/notices/notify.ts"
import type { UserRow } from "../../platform/tenants/store.ts"
import type { Target } from "./objects.ts"

/** Tells a colleague that a note mentions them; a mail has its text and the way to the object. */
export async function notifyMentioned(ctx: Context, person: UserRow, { type, id }: Target, text: string) {
  const { caller, tenant, origin } = ctx
  await notify(ctx, [person], {
    kind: "mention",
    type,
    object: id,
    path: `/open?type=${encodeURIComponent(type)}&id=${id}`,
    occasion: origin.requestId,
    subject: `${caller.name} mentioned you in a note`,
    paragraphs: [`${caller.name} mentioned you in a note of ${tenant.name}:`, text],
    action: "Open it",
    footer: `You get this mail because you work at ${tenant.name}. Contacts never see notes.`,
  })
}
