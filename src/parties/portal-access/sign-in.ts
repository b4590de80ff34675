import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { transact } from "../../kit/db/unit-of-work.ts"
import type { Visitor } from "../../kit/operation/operation.ts"
import type { Identity } from "../../kit/operation/ports.ts"
import { asSystem } from "../../kit/operation/system.ts"
import type { Caller, Origin } from "../../kit/pure/caller.ts"
import type { Locale } from "../../kit/pure/mail-settings.ts"
import { config } from "../../kit/service/config.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { log } from "../../kit/service/log.ts"
import { consumeMail, consumeNetwork } from "../../platform/accounts/attempts-store.ts"
import { emailKeyOf } from "../../platform/accounts/rules.ts"
import { signInLinkMail } from "../../platform/mails/sign-in-link.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { findTenant } from "../../platform/tenants/find-store.ts"
import { findParties, findParty, type Party } from "./parties.ts"
import { isUsable, linkLifetimeMs, maxOpenLinks, portalPaths, portalPermissions } from "./rules.ts"
import type { Audience } from "./schema.ts"
import {
  countOpenLinks,
  deletePortalSession,
  findLink,
  insertLink,
  insertPortalSession,
  type LinkRow,
  lockLink,
  markUsed,
} from "./store.ts"

/** The most mails to one address in a minute. Further mails are not sent, silently. */
const maxMailsPerMinute = 10

type LinkRequest = { audience: Audience; email: string; locale: Locale }

/**
 * Mails a link to each contact or partner with this e-mail, from its own tenant. The response does not wait for the mails: it makes the
 * same look-up for everybody, so neither its content nor its time reveals who is known.
 */
export async function requestLink({ audience, email, locale }: LinkRequest, { origin }: Visitor): Promise<void> {
  await consumeNetwork(origin.address)
  for (const party of await findParties(audience, emailKeyOf(email)))
    void mailLink(party, locale).catch((error: unknown) => log.error({ error }, "the link for a portal could not be mailed"))
}

async function mailLink(party: Party, locale: Locale) {
  if (!(await consumeMail(party.email_key, maxMailsPerMinute))) return
  await asSystem(
    party.tenant_id,
    "portal sign-in",
    async ctx => {
      if ((await countOpenLinks(ctx, party)) >= maxOpenLinks) return
      const { audience: portal, id: object, email: recipient, name } = party
      const url = `${config.BASE_URL}${portalPaths[portal]}/sign-in/${insertLink(ctx, party)}`
      const mail = { portal, recipient, object, name: name || undefined, url, minutes: linkLifetimeMs / 60_000, locale }
      await sendMail(ctx, signInLinkMail(mail, ctx.tenant))
    },
    "portal",
  )
}

/**
 * The party that a link would sign in; undefined once the link has ended. Opening a link does not use it, because mail scanners open links.
 */
export async function openLink(audience: Audience, token: string): Promise<{ party: Party; tenant: Context["tenant"] } | undefined> {
  const link = await findLink(token)
  if (!link || link.audience !== audience || !isUsable(link, undefined, databaseClock.now())) return undefined
  const [party, tenant] = await Promise.all([findParty(link), findTenant({ id: link.tenant_id })])
  return party && tenant && { party, tenant }
}

/** Uses a link and returns the token of a new session, or undefined once the link has ended. `form` is random text of the form. */
export async function beginPortalSession(
  { audience, token, form }: { audience: Audience; token: string; form: string },
  { origin, userAgent }: Visitor,
): Promise<string | undefined> {
  await consumeNetwork(origin.address)
  const link = await findLink(token)
  const party = link?.audience === audience ? await findParty(link) : undefined
  return link && party && asParty(party, origin, ctx => consumeLink(ctx, { link, party, form: sha256(form) }, userAgent))
}

async function consumeLink(ctx: Context, { link, party, form }: { link: LinkRow; party: Party; form: string }, userAgent: string) {
  const locked = await lockLink(ctx, link)
  if (!locked || !isUsable(locked, form, databaseClock.now())) return undefined
  markUsed(ctx, locked, form)
  return insertPortalSession(ctx, party, userAgent)
}

export async function endPortalSession({ caller, tenant }: Identity, origin: Origin): Promise<void> {
  const { portalSession } = caller
  if (portalSession === undefined) return
  await transact({ caller, tenant, origin, name: origin.requestId }, async ctx => deletePortalSession(ctx, portalSession))
}

/** Runs a unit of work as a contact or a partner. */
async function asParty<T>(party: Party, origin: Origin, work: (ctx: Context) => Promise<T>): Promise<T | undefined> {
  const { audience: type, id: user, email, name } = party
  const tenant = await findTenant({ id: party.tenant_id })
  const caller: Caller = { user, type, email, name, role: "viewer", permissions: portalPermissions[type] }
  return tenant && transact({ caller, tenant, origin, name: origin.requestId }, work)
}
