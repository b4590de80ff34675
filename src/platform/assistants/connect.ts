import { transact } from "../../kit/db/unit-of-work.ts"
import type { Identity } from "../../kit/operation/ports.ts"
import type { Origin } from "../../kit/pure/caller.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { readUserForUpdate } from "../tenants/store.ts"
import { keepClient } from "./oauth-record-store.ts"
import { redirectHostOf } from "./rules.ts"
import type { AssistantScope } from "./schema.ts"
import { type AssistantRow, findAssistantByRequest, insertAssistant } from "./store.ts"

type Consent = {
  /** Identifies the authorization request: the same consent sent twice connects one assistant. */
  request: string
  client: { id: string; name: string }
  redirectUri: string
  scope: AssistantScope
}

/** Connects an assistant as the signed-in person who consented to it. Signing out everywhere ends it, like their sessions. */
export async function connectAssistant({ caller, tenant }: Identity, consent: Consent, origin: Origin): Promise<AssistantRow> {
  const { user, session } = caller
  if (!session) throw generalProblem("PRM-1004")
  const request_hash = sha256(consent.request)
  const assistant = await transact({ caller, tenant, origin, name: origin.requestId }, async ctx => {
    const { active } = await readUserForUpdate(ctx, user) // a user who is being disabled can't connect an assistant meanwhile
    const existing = await findAssistantByRequest(ctx, request_hash)
    if (existing) return existing
    if (!active) throw generalProblem("AUT-1005")
    return insertAssistant(ctx, {
      user_id: user,
      client_id: consent.client.id,
      client: consent.client.name,
      redirect_host: redirectHostOf(consent.redirectUri),
      scope: consent.scope,
      epoch: session.epoch,
      request_hash,
      second_factor: session.hasSecondFactor,
    })
  })
  await keepClient(consent.client.id)
  return assistant
}
