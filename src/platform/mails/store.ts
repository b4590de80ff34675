import { identity, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { table } from "../../kit/db/table.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import type { Context } from "../../kit/operation/context.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { newId } from "../../kit/pure/id.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { maskLinks } from "./rules.ts"
import { type Mail, mailStatuses } from "./schema.ts"
import { type MailTemplate, renderHtml, renderText } from "./template.ts"

const columns = {
  ...identity,
  recipient: text,
  subject: text,
  text,
  html: text,
  object_id: text,
  status: oneOf(mailStatuses),
  error: nullable(text),
  sent_at: nullable(timestamptz),
  ...tracked,
}
export type MailRow = Row<typeof columns>

/** Not a `resource`: mails are neither published nor audited, because the change that sends one is. */
const mails = table("mails", columns)

/** Stores the mail in the commit of the change; the worker sends it. */
export function sendMail(ctx: Context, { recipient, object, ...template }: MailTemplate & { recipient: string; object: string }) {
  const id = newId(ctx.now)
  ctx.write(
    mails.insert({
      tenant_id: ctx.tenant.id,
      id,
      recipient,
      subject: template.subject,
      text: renderText(template),
      html: renderHtml(template),
      object_id: object,
      status: "queued",
      error: null,
      sent_at: null,
      metadata: {},
      created_at: ctx.now,
      updated_at: ctx.now,
      version: 1,
      revision: 1,
    }),
  )
  enqueue(ctx, "send-mail", { mail: id })
}

export const lockMail = ({ tenant, lock }: Context, id: string): Promise<MailRow | undefined> =>
  lock<MailRow>(mails.forUpdate(tenant.id, id))

export function saveMail(ctx: Context, before: MailRow, change: Pick<MailRow, "status" | "error" | "sent_at">) {
  const { version, revision } = before
  ctx.write(mails.update(before, { ...before, ...change, updated_at: ctx.now, version: version + 1, revision: revision + 1 }))
}

/** Whoever has a link from a mail can pay or sign in with it, so only a sandbox, which is for tests, shows links. */
export async function listMails(ctx: Context, query: ListQuery) {
  const { data, ...rest } = await queryPage<MailRow>(ctx, { from: "mails" }, query)
  const shown = ctx.tenant.mode === "sandbox" ? data : data.map(row => ({ ...row, text: maskLinks(row.text), html: maskLinks(row.html) }))
  return { data: shown.map(renderMail), ...rest }
}

const renderMail = (row: MailRow): Mail => ({
  _id: row.id,
  recipient: row.recipient,
  subject: row.subject,
  text: row.text,
  html: row.html,
  object: row.object_id,
  status: row.status,
  error: row.error,
  sentAt: isoTimeOrNull(row.sent_at),
  version: row.version,
  createdAt: isoTime(row.created_at),
  updatedAt: isoTime(row.updated_at),
  metadata: row.metadata,
})
