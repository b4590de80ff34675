import { z } from "zod"
import { databaseClock } from "../../kit/db/database-clock.ts"
import type { Visitor } from "../../kit/operation/operation.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { Email } from "../../kit/pure/fields.ts"
import { seal, unseal } from "../../kit/service/crypto.ts"
import { consumeNetwork } from "../accounts/attempts-store.ts"
import { insertAccount } from "../accounts/store.ts"
import { beginProvenSession, type Verified } from "../sessions/sign-in.ts"
import { findMember, type Member } from "../tenants/memberships-store.ts"
import { resolveRole } from "../tenants/role-store.ts"
import { findUserByEmail, insertUser, lockTenant } from "../tenants/store.ts"
import { ssoProblem } from "./errors.ts"
import { authorizationUrl, redeemCode } from "./provider.ts"
import { domainOf, flowMs, saysSecondFactor } from "./rules.ts"
import { type ConnectionRow, findConnection, findIdentities, insertIdentity, unsealClientSecret } from "./store.ts"

const Flow = z.object({
  tenant: z.string(),
  issuer: z.string(),
  next: z.string(),
  until: z.int(),
  state: z.string(),
  nonce: z.string(),
  verifier: z.string(),
})
const place = "single sign-on"

/** Where a browser goes next, and what it keeps until it comes back: sealed, because the verifier is a secret. */
export async function beginSingleSignOn(tenant: string, next: string, { origin }: Visitor): Promise<{ url: string; flow: string }> {
  await consumeNetwork(origin.address)
  const connection = await findConnection(tenant)
  if (!connection) throw ssoProblem("SSO-1001")
  const { issuer, client_id: clientId } = connection
  const { url, secrets } = await authorizationUrl({ issuer, clientId })
  const flow: z.output<typeof Flow> = { tenant, issuer, next, until: databaseClock.now(flowMs).getTime(), ...secrets }
  return { url, flow: seal(JSON.stringify(flow), place) }
}

/** A session that has begun; or, if the provider has not asked a person for their second factor, what their code is asked for by. */
type Finished = { next: string; tenant: string } & ({ token: string } | { verified: Verified })

export async function finishSingleSignOn(kept: string, answer: URLSearchParams, visitor: Visitor): Promise<Finished> {
  await consumeNetwork(visitor.origin.address)
  const { tenant, issuer, next, ...secrets } = openFlow(kept)
  const connection = await findConnection(tenant)
  if (connection?.issuer !== issuer) throw ssoProblem("SSO-1003")
  const provider = { issuer, clientId: connection.client_id, clientSecret: unsealClientSecret(connection) }
  const claims = await redeemCode(provider, answer, secrets)
  const member = await memberOf(connection, claims)
  const hasSecondFactor = connection.asks_second_factor || saysSecondFactor(claims["amr"])
  if (member.totp_secret && !hasSecondFactor) return { next, tenant, verified: { member, attempt: [], isBySingleSignOn: true } }
  const { token } = await beginProvenSession(member, visitor, async () => ({ hasSecondFactor }))
  return { next, tenant, token }
}

function openFlow(kept: string): z.output<typeof Flow> {
  try {
    const flow = Flow.parse(JSON.parse(unseal(kept, place)))
    if (flow.until > databaseClock.now().getTime()) return flow
  } catch {
    // it is none of ours, or was sealed with a key that is gone
  }
  throw ssoProblem("SSO-1003")
}

type Claims = { sub: string; [name: string]: unknown }

/**
 * The person whom the provider names. The first time they are found by their verified e-mail, or join with the default role; from then on
 * by the provider's own name for them, because an e-mail may go to another person.
 */
async function memberOf(
  connection: ConnectionRow,
  { sub: subject, email: claimed, email_verified: isVerified, name }: Claims,
): Promise<Member> {
  const { tenant_id: tenant, issuer, domains } = connection
  const parsed = Email.safeParse(claimed)
  if (!parsed.success || isVerified !== true) throw ssoProblem("SSO-1004")
  const email = parsed.data
  if (!domains.includes(domainOf(email))) throw ssoProblem("SSO-1005", { domain: domainOf(email) })
  const user = await asSystem(tenant, "single sign-on", async ctx => {
    await lockTenant(ctx) // so that of two first sign-ins at the same time one joins
    const existing = await findUserByEmail(ctx, email)
    const identities = await findIdentities(ctx, issuer, subject, existing?.id)
    const known = identities.find(each => each.subject === subject)
    if (known) return known.user_id
    if (identities.length > 0 || (existing && existing.type !== "person")) throw ssoProblem("SSO-1006")
    const id = existing?.id ?? insertPerson(ctx, email, name, await resolveRole(ctx, connection.default_role))
    insertIdentity(ctx, { issuer, subject, user: id })
    return id
  })
  const member = await findMember(tenant, user)
  if (!member) throw ssoProblem("SSO-1007")
  return member
}

type Ctx = Parameters<typeof insertUser>[0]
function insertPerson(ctx: Ctx, email: string, name: unknown, role: Awaited<ReturnType<typeof resolveRole>>): string {
  const known = typeof name === "string" && name.trim() !== "" ? name.trim().slice(0, 200) : email.split("@", 1)[0]!
  const { id } = insertUser(ctx, { type: "person", email, name: known, ...role })
  insertAccount(ctx, id, null)
  return id
}
