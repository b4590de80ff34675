import { randomUUID } from "node:crypto"
import type { Context } from "../../kit/db/context.ts"
import { transact } from "../../kit/db/unit-of-work.ts"
import { audit } from "../../kit/events/audit.ts"
import type { ResponseFile } from "../../kit/operation/response-file.ts"
import { newId } from "../../kit/pure/id.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { languageOf } from "../../platform/mails/language.ts"
import { brandOf, findLogo } from "../../platform/tenants/brand-store.ts"
import { readSettings, renderSettings } from "../../platform/tenants/settings-store.ts"
import { drawInThread } from "./draw-queue.ts"
import { numberOf, yearIn } from "./rules.ts"
import type { Sheet } from "./sheet.ts"
import type { Frame, Issuer } from "./sheets.ts"
import { type DocumentKey, ensureCounter, findDocument, lockCounter, saveCounter, saveDocument, type StoredDocument } from "./store.ts"

/** A document to make: what names it, and how its sheet follows from the object. */
export type Draft = DocumentKey & {
  locale: Locale
  /** Of the object's state. A document without a number is drawn again when this has changed. */
  fingerprint: string
  /** The number of the object, for the file's name. */
  name: string
  sheet(frame: Frame): Sheet
}

/** The stored document, or a new one that is stored at once. Nothing is drawn while a transaction is open, unless it has a number. */
export async function documentOf(ctx: Context, draft: Draft): Promise<ResponseFile> {
  const stored = await findDocument(ctx, draft, draft.locale)
  if (stored && (stored.number !== null || stored.fingerprint === draft.fingerprint)) return fileOf(draft, stored)
  const settings = renderSettings(await readSettings(ctx))
  const issuer = await issuerOf(ctx, settings.documents)
  const isNumbered = settings.documents.numbered.some(kind => kind === draft.kind)
  return fileOf(draft, await (isNumbered ? issue : make)(ctx, draft, issuer))
}

const fileOf = ({ kind, name }: Draft, { number, content, locale }: StoredDocument): ResponseFile => ({
  name: `${kind}-${number ?? name}.pdf`,
  type: "application/pdf",
  content,
  lang: locale,
})

async function make(ctx: Context, draft: Draft, issuer: Issuer): Promise<StoredDocument> {
  const content = await drawInThread(draft.sheet(frameOf(ctx, draft, issuer, null)))
  const document = { locale: draft.locale, fingerprint: draft.fingerprint, number: null, content }
  await commit(ctx, async inner => saveDocument(inner, newId(inner.now), keyOf(draft), document))
  return document
}

/**
 * Gives the document the next number of its kind and year. The counter stays locked while the document is drawn, because the number is in
 * it; then one commit stores both. If drawing fails, the number is free for the next.
 */
async function issue(ctx: Context, draft: Draft, issuer: Issuer): Promise<StoredDocument> {
  const year = yearIn(ctx.tenant.timezone, ctx.now)
  await ensureCounter(ctx, draft.kind, year)
  return commit(ctx, async inner => {
    const last = await lockCounter(inner, draft.kind, year)
    const earlier = await findDocument(inner, draft, draft.locale) // after the lock: a request that held it may have stored the document
    if (earlier && earlier.number !== null) return earlier
    const number = numberOf(draft.kind, year, last + 1)
    const content = await drawInThread(draft.sheet(frameOf(inner, draft, issuer, number)))
    const document = { locale: draft.locale, fingerprint: draft.fingerprint, number, content }
    saveDocument(inner, newId(inner.now), keyOf(draft), document)
    saveCounter(inner, draft.kind, year, last + 1)
    audit(inner, {
      action: "documents.create",
      kind: draft.object_type,
      id: draft.object_id,
      after: { kind: draft.kind, number, lang: draft.locale },
    })
    return document
  })
}

const keyOf = ({ object_type, object_id, kind, period }: Draft): DocumentKey => ({ object_type, object_id, kind, period })

/** Reading a document may store it, so it has a unit of work of its own. */
const commit = <T>({ caller, tenant, origin }: Context, work: (ctx: Context) => Promise<T>) =>
  transact({ caller, tenant, origin, name: `document ${randomUUID()}` }, work)

const frameOf = ({ tenant, now }: Context, { locale }: Draft, issuer: Issuer, number: string | null): Frame => ({
  issuer,
  language: languageOf(locale, tenant.timezone),
  number,
  now,
  timezone: tenant.timezone,
})

type Identity = Pick<Issuer, "legalName" | "address" | "taxId" | "note">

async function issuerOf({ tenant }: Context, { legalName, address, taxId, note }: Identity): Promise<Issuer> {
  const [{ name, colour, supportEmail, logoUrl }, logo] = await Promise.all([brandOf(tenant), findLogo(tenant.id)])
  const brand = { name, colour, supportEmail, logo: logoUrl === null ? null : (logo?.content ?? null) }
  return { brand, legalName, address, taxId, note, isTest: tenant.mode === "sandbox" }
}
