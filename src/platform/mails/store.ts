import { identity, int, nullable, oneOf, type Row, text, timestamptz, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { deleteOld } from "../../kit/db/delete-old.ts"
import { queryPage } from "../../kit/db/list-query.ts"
import { resealColumn } from "../../kit/db/secret-key-marker.ts"
import { table } from "../../kit/db/table.ts"
import { audit } from "../../kit/events/audit.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import type { Tenant } from "../../kit/pure/caller.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import { newId } from "../../kit/pure/id.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { config } from "../../kit/service/config.ts"
import { isOutdated } from "../../kit/service/crypto.ts"
import { brandOf } from "../tenants/brand-store.ts"
import { languageOf } from "./language.ts"
import { placeholderOf, sealLink, unsealLink, withLink, withoutLink } from "./link.ts"
import { isToStaff, isUndeliverable, isUnsent, maskLinks } from "./rules.ts"
import { declarationOf, type Mail, type MailKind, mailKinds } from "./schema.ts"
import { mailStatuses } from "./values.ts"
import { type MailContent, renderHtml, renderText } from "./template.ts"

const columns = {
  ...identity,
  kind: oneOf(mailKinds),
  recipient: text,
  reply_to: nullable(text),
  subject: text,
  text,
  html: text,
  sealed_link: nullable(text),
  object_id: text,
  status: oneOf(mailStatuses),
  error: nullable(text),
  attempts: int,
  sent_at: nullable(timestamptz),
  ...tracked,
}
export type MailRow = Row<typeof columns>

/** Not a `resource`: mails are neither published nor audited, because the change that causes one is. */
const mails = table("mails", columns)
const findMail = mails.findBy("id")

export type NewMail = MailContent & {
  kind: MailKind
  recipient: string
  /** The id of the object that the mail is about, of the type that its kind declares. */
  object: string
  /** The recipient's. */
  locale: Locale
}

/** Stores the mail in the commit of the change, as it will be sent, with its link sealed; the worker sends it. */
export async function sendMail(ctx: Context, { kind, recipient, object, locale, ...content }: NewMail): Promise<void> {
  if (isUndeliverable(recipient)) return
  const { id: tenant_id, timezone, mode } = ctx.tenant
  const brand = await brandOf(ctx.tenant)
  const reply_to = isToStaff(kind) ? null : brand.supportEmail
  const look = { brand: { ...brand, supportEmail: reply_to }, language: languageOf(locale, timezone), isTest: mode === "sandbox" }
  const id = newId(ctx.now)
  const { action } = content
  const stored = { ...content, ...(action && { action: { ...action, url: placeholderOf(action.url, { id }) } }) }
  ctx.write(
    mails.insert({
      tenant_id,
      id,
      kind,
      recipient,
      reply_to,
      subject: content.subject,
      text: renderText(stored, look),
      html: renderHtml(stored, look),
      sealed_link: action ? sealLink(action.url, { tenant_id, id }) : null,
      object_id: object,
      status: "queued",
      error: null,
      attempts: 0,
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

export async function readMailForUpdate(ctx: Context, id: string): Promise<MailRow> {
  return assertFound(await lockMail(ctx, id), id)
}

export async function readMail(ctx: Context, id: string): Promise<MailRow> {
  return assertFound(await findMail(ctx, id), id)
}

function assertFound(row: MailRow | undefined, reference: string): MailRow {
  if (!row) throw generalProblem("GEN-1004", { kind: "mail", reference })
  return row
}

type MailChange = Partial<Pick<MailRow, "status" | "error" | "attempts" | "sent_at">>

/**
 * Once the mail has its outcome, removes the link unless it may be shown, and always from mails that an earlier version stored unsealed. A
 * failed or bounced mail appears in the timeline of its object, for everybody who may see that object.
 */
export function saveMail(ctx: Context, before: MailRow, change: MailChange): MailRow {
  const { version, revision, sealed_link } = before
  const isDone = !isUnsent(change.status ?? before.status)
  const keepsLink = sealed_link !== null && showsLinks(ctx.tenant)
  const content = isDone && !keepsLink ? withoutLink(before) : {}
  const after = { ...before, ...content, ...change, updated_at: ctx.now, version: version + 1, revision: revision + 1 }
  ctx.write(mails.update(before, after))
  const { status, id, kind, recipient, error, object_id } = after
  if (status !== before.status && (status === "failed" || status === "bounced")) {
    const what = { mail: id, mailKind: kind, recipient, error }
    audit(ctx, { action: `mails.${status === "failed" ? "fail" : "bounce"}`, kind: declarationOf(kind).about, id: object_id, after: what })
  }
  return after
}

export async function listMails(ctx: Context, list: ListQuery) {
  const { data, ...rest } = await queryPage<MailRow>(ctx, { from: "mails" }, list)
  return { data: data.map(row => renderMail(row, ctx.tenant)), ...rest }
}

/** Whoever has a link from a mail can pay or sign in with it, so only a sandbox, which is for tests, shows links. */
const showsLinks = ({ mode }: Pick<Tenant, "mode">) => mode === "sandbox"

export const renderMail = (row: MailRow, tenant: Pick<Tenant, "mode">): Mail =>
  showsLinks(tenant) ? render(withLink(row)) : renderMasked(row)

/** For responses that are stored, because backups contain them too. */
export const renderMasked = (row: MailRow): Mail => render({ ...row, text: maskLinks(row.text), html: maskLinks(row.html) })

function render(row: MailRow): Mail {
  return {
    _id: row.id,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    text: row.text,
    html: row.html,
    object: row.object_id,
    objectType: declarationOf(row.kind).about,
    status: row.status,
    error: row.error,
    attempts: row.attempts,
    sentAt: isoTimeOrNull(row.sent_at),
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}

/** A mail that still has to be sent is kept, however old it is. */
export const deleteOldMails = () =>
  deleteOld(config.RETENTION_MAILS_DAYS, { table: "mails", since: "created_at", where: "t.status not in ('queued', 'sending')" })

/** Seals the links again that an older SECRET_KEY sealed. Returns how many. */
export const resealMails = (): Promise<number> => resealColumn("mails", "sealed_link", resealMail)

const resealMail = (tenant: string, id: string): Promise<number> =>
  asSystem(tenant, "seal links of mails", async ctx => {
    const mail = await lockMail(ctx, id)
    if (!mail?.sealed_link || !isOutdated(mail.sealed_link)) return 0
    const sealed_link = sealLink(unsealLink(mail.sealed_link, mail), mail)
    ctx.write(mails.update(mail, { ...mail, sealed_link, revision: mail.revision + 1 }))
    return 1
  })
