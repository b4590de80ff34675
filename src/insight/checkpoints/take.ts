import { sign } from "node:crypto"
import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { newId } from "../../kit/pure/id.ts"
import { sha256 } from "../../kit/service/crypto.ts"
import { sealEntries } from "../../money/ledger/chain-store.ts"
import { sealNext } from "../../platform/audit/store.ts"
import { signingKey } from "./key-store.ts"
import { isDue, textOf } from "./rules.ts"
import { type CheckpointRow, checkpoints, readHeads } from "./store.ts"

/**
 * Signs how far the chains of a tenant are, in constant time: both chains keep the hash of their last link. Returns the last checkpoint if
 * nothing was added since.
 */
export async function takeCheckpoint({ tenant, write }: Pick<Context, "tenant" | "write">): Promise<CheckpointRow> {
  await sealEntries(tenant.id)
  while (await sealNext(tenant.id));
  const { heads, last } = await readHeads(tenant.id)
  if (last && !isDue(heads, last)) return last
  const { id: key_id, key } = await signingKey()
  const at = databaseClock.now() // the real time: the clock of a sandbox proves nothing
  const number = (last?.number ?? 0) + 1
  const statement = { ...heads, tenant_id: tenant.id, number, at, previous: last ? sha256(textOf(last)) : null, key_id }
  const signature = sign(null, Buffer.from(textOf(statement)), key).toString("base64url")
  const row = { ...statement, id: newId(at), signature }
  write(checkpoints.insert(row))
  return row
}
