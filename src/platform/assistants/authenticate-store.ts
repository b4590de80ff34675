import { batchedLookupAcrossTenants } from "../../kit/db/batched-lookup.ts"
import type { Authenticator, Identity } from "../../kit/operation/ports.ts"
import { identityColumns, identityOf, type IdentityRow, secondFactorDue } from "../tenants/identity-store.ts"
import { assistantPermissions, scopeOfToken } from "./rules.ts"
import type { AssistantScope } from "./schema.ts"
import { tenantOfToken } from "./token-store.ts"

type AssistantIdentityRow = IdentityRow & {
  assistant_id: string
  client: string
  scope: AssistantScope
  token_scope: string | null
  lacks_second_factor: boolean
}

/**
 * Not cached, so that an assistant loses its rights as soon as it is revoked, or its person signs out everywhere, is disabled or gets
 * another role. Tokens expire by the real time, whatever a sandbox's clock says.
 */
const findByHash = batchedLookupAcrossTenants<{ tenant_id: string; hash: string }, AssistantIdentityRow, Identity>(
  `
  select n, now() as read_at, a.id as assistant_id, a.client, a.scope, k.payload ->> 'scope' as token_scope,
    p.lacks_second_factor and not a.second_factor as lacks_second_factor, ${identityColumns}
  from jsonb_to_recordset($1) as input(n int, hash text)
  cross join lateral (
    select * from assistant_tokens where hash = input.hash and kind = 'access' and expires_at > now() limit 1
  ) k
  cross join lateral (
    select * from assistants where tenant_id = k.tenant_id and id = k.assistant_id and status = 'connected' limit 1
  ) a
  cross join lateral (select * from tenants where id = k.tenant_id limit 1) t
  cross join lateral (select * from users where tenant_id = a.tenant_id and id = a.user_id and active limit 1) u
  cross join lateral (
    select totp_secret is null as lacks_second_factor from accounts
    where tenant_id = u.tenant_id and user_id = u.id and epoch = a.epoch limit 1
  ) p`,
  assistantIdentityOf,
)

export const authenticateAssistant: Authenticator<"assistant"> = async ({ tenant, hash }) =>
  findByHash({ tenant_id: await tenantOfToken({ tenant, hash }), hash })

function assistantIdentityOf(row: AssistantIdentityRow): Identity {
  const { caller, ...identity } = identityOf(row, "person")
  const personMay = caller.permissions
  const permissions = assistantPermissions(personMay, scopeOfToken(row.scope, row.token_scope))
  const limited = { ...caller, permissions, ...secondFactorDue(row) }
  return { ...identity, caller: limited, assistant: { id: row.assistant_id, client: row.client, personMay } }
}
