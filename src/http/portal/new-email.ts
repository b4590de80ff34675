import { createHmac } from "node:crypto"
import { hourMs } from "../../kit/pure/calendar.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { config } from "../../kit/service/config.ts"
import { isSameSecret } from "../../kit/service/crypto.ts"
import { rateLimit } from "../../kit/service/rate-limit.ts"
import { consumeMail } from "../../platform/accounts/attempts-store.ts"
import { emailKeyOf } from "../../platform/accounts/rules.ts"
import { confirmEmailMail } from "../../platform/mails/confirm-email.ts"
import { sendMail } from "../../platform/mails/store.ts"
import type { Visit } from "./visit.ts"

/** A person who has the session of a contact must not be able to write to strangers through us. */
const contactLimit = rateLimit("new e-mails of a contact", 5)
const maxMailsPerMinute = 10

const lifetimeMs = hourMs

/** Mails a link to the new address. So a mistyped one locks nobody out, and the address of somebody else can't be taken. */
export async function mailConfirmation(visit: Visit, email: string): Promise<void> {
  const { identity, language } = visit
  const { caller, tenant } = identity
  await contactLimit.consume(caller.user)
  if (!(await consumeMail(emailKeyOf(email), maxMailsPerMinute))) return
  const url = `${config.BASE_URL}/portal/details/email/${issueToken(visit, email)}`
  const mail = { recipient: email, object: caller.user, name: caller.name, url, minutes: lifetimeMs / 60_000, locale: language.tag }
  await asSystem(tenant.id, "portal new e-mail", ctx => sendMail(ctx, confirmEmailMail(mail, ctx.tenant)), "portal")
}

/** Signed together with the contact and its present e-mail, so that it ends when that changes. It needs no row. */
function issueToken(visit: Visit, email: string): string {
  const content = `${visit.now.getTime()}.${Buffer.from(email).toString("base64url")}`
  return `${content}.${signatureOf(visit, content)}`
}

/** The new e-mail; undefined for a link of another contact, an old one, and one that is not ours. */
export function readToken(visit: Visit, token: string): string | undefined {
  const [, content, issuedAt, email, signature] = /^((\d{1,16})\.([\w-]{1,400}))\.([\w-]{43})$/.exec(token) ?? []
  if (content === undefined || email === undefined || signature === undefined) return undefined
  if (!isSameSecret(signatureOf(visit, content), signature)) return undefined
  return visit.now.getTime() - Number(issuedAt) > lifetimeMs ? undefined : Buffer.from(email, "base64url").toString()
}

const signatureOf = ({ identity: { tenant, caller } }: Visit, content: string) =>
  createHmac("sha256", tenant.linkKey)
    .update(`new e-mail ${caller.user} ${emailKeyOf(caller.email)} ${content}`)
    .digest("base64url")
