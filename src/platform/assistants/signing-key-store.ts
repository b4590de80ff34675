import { generateKeyPairSync } from "node:crypto"
import { installation, query, sql } from "../../kit/db/query.ts"
import { isOutdated, seal, unseal } from "../../kit/service/crypto.ts"

const place = "oauth signing key"

/** A private key as a JSON Web Key. */
type SigningKey = { kty: string; kid: string; [field: string]: unknown }

/** The key of this installation. The first process to ask makes it; all others get the same one. */
export async function loadSigningKey(): Promise<SigningKey> {
  const sealed = await readSealed()
  if (sealed !== undefined) return JSON.parse(unseal(sealed, place)) as SigningKey
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" })
  const key = { ...privateKey.export({ format: "jwk" }), use: "sig", alg: "ES256", kid: "1" }
  await query(
    installation,
    sql`insert into oauth_signing_key (id, sealed) values (true, ${seal(JSON.stringify(key), place)}) on conflict (id) do nothing`,
  )
  return loadSigningKey()
}

/** Seals the key again after SECRET_KEY was rotated. */
export async function resealSigningKey(): Promise<number> {
  const sealed = await readSealed()
  if (sealed === undefined || !isOutdated(sealed)) return 0
  await query(
    installation,
    sql`update oauth_signing_key set sealed = ${seal(unseal(sealed, place), place)} where id and sealed = ${sealed}`,
  )
  return 1
}

async function readSealed(): Promise<string | undefined> {
  const [row] = await query<{ sealed: string }>(installation, sql`select sealed from oauth_signing_key where id`)
  return row?.sealed
}
