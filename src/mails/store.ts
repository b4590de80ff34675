import type { Context } from "../kit/context.ts"
import { sql } from "../kit/db.ts"
import { enqueue } from "../kit/enqueue.ts"
import type { ListQuery } from "../kit/filters.ts"
import { newId } from "../kit/id.ts"
import { iso, isoOrNull } from "../kit/iso.ts"
import { page, type Source } from "../kit/page.ts"
import { type RowOf, table } from "../kit/table.ts"
import { asHtml, asText, type Letter } from "./letter.ts"
import type { Mail } from "./schema.ts"

const source = { from: "mails" } satisfies Source
const mails = table("mails", {
  tenant_id: "text",
  id: "text",
  recipient: "text",
  subject: "text",
  text: "text",
  html: "text",
  object_id: "text",
  status: "text",
  error: "text?",
  sent_at: "timestamptz?",
  metadata: "jsonb",
  created_at: "timestamptz",
  updated_at: "timestamptz",
  version: "int",
})
export type MailRow = RowOf<typeof mails>

/** Kept with the change that asks for it, sent by the worker. */
export function sendMail(ctx: Context, { recipient, object, ...letter }: Letter & { recipient: string; object: string }) {
  const id = newId(ctx.now)
  ctx.write(
    mails.insert({
      tenant_id: ctx.tenant.id,
      id,
      recipient,
      subject: letter.subject,
      text: asText(letter),
      html: asHtml(letter),
      object_id: object,
      status: "queued",
      error: null,
      sent_at: null,
      metadata: {},
      created_at: ctx.now,
      updated_at: ctx.now,
      version: 1,
    }),
  )
  enqueue(ctx, "send-mail", { mail: id })
}

export async function lockMail({ tenant, lock }: Context, id: string): Promise<MailRow | undefined> {
  return lock<MailRow>(sql`select * from mails where tenant_id = ${tenant.id} and id = ${id} for update`)
}

export function saveMail(ctx: Context, before: MailRow, change: Pick<MailRow, "status" | "error" | "sent_at">) {
  ctx.write(mails.update(before, { ...before, ...change, updated_at: ctx.now, version: before.version + 1 }))
}

export async function listMails(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await page<MailRow>(ctx, source, query)
  return { data: data.map(shown), ...rest }
}

const shown = (row: MailRow): Mail => ({
  _id: row.id,
  recipient: row.recipient,
  subject: row.subject,
  text: row.text,
  html: row.html,
  object: row.object_id,
  status: row.status as Mail["status"],
  error: row.error,
  sentAt: isoOrNull(row.sent_at),
  version: row.version,
  createdAt: iso(row.created_at),
  updatedAt: iso(row.updated_at),
  metadata: row.metadata as Mail["metadata"],
})
