import { createPrivateKey, generateKeyPairSync, hash, type KeyObject } from "node:crypto"
import { installation, query, sql } from "../../kit/db/query.ts"
import { isoTime, isoTimeOrNull } from "../../kit/pure/time.ts"
import { isOutdated, seal, unseal } from "../../kit/service/crypto.ts"

const placeOf = (id: string) => `checkpoint key ${id}`

type KeyRow = { id: string; public_key: string; sealed: string | null; created_at: Date; retired_at: Date | null }

/** A key as it is published. */
type PublishedKey = { id: string; algorithm: "Ed25519"; publicKey: string; createdAt: string; retiredAt: string | null }

/** Keys belong to the installation, so a tenant that moves to another cell keeps being signed for by the same key. */
const readKeys = () => query<KeyRow>(installation, sql`select * from checkpoint_keys order by created_at desc, id`)

export async function publishedKeys(): Promise<PublishedKey[]> {
  const rows = await readKeys()
  return rows.map(({ id, public_key, created_at, retired_at }) => ({
    id,
    algorithm: "Ed25519",
    publicKey: public_key,
    createdAt: isoTime(created_at),
    retiredAt: isoTimeOrNull(retired_at),
  }))
}

/** The key in use. It is read each time, so that after a rotation no process signs with the old one. */
export async function signingKey(): Promise<{ id: string; key: KeyObject }> {
  const inUse = (await readKeys()).find(({ retired_at }) => retired_at === null)
  if (inUse) return { id: inUse.id, key: createPrivateKey(unseal(inUse.sealed!, placeOf(inUse.id))) }
  await insertKey() // the first process to ask makes it
  return signingKey()
}

async function insertKey() {
  const { id, publicKey, sealed } = newKey()
  await query(
    installation,
    sql`
    insert into checkpoint_keys (id, public_key, sealed, created_at) values (${id}, ${publicKey}, ${sealed}, clock_timestamp())
    on conflict ((true)) where retired_at is null do nothing`,
  )
}

/** The id of a key is a hash of its public half, so nobody can publish another one under it. */
function newKey() {
  const pair = generateKeyPairSync("ed25519")
  const id = hash("sha256", pair.publicKey.export({ type: "spki", format: "der" }), "hex").slice(0, 16)
  const publicKey = pair.publicKey.export({ type: "spki", format: "pem" }).toString()
  return { id, publicKey, sealed: seal(pair.privateKey.export({ type: "pkcs8", format: "pem" }).toString(), placeOf(id)) }
}

/** Replaces the key in use. The private half of the old one is destroyed, its public half stays published. */
export async function rotateSigningKey(): Promise<{ retired: string; key: string }> {
  const { id: retired } = await signingKey()
  await query(
    installation,
    sql`update checkpoint_keys set sealed = null, retired_at = clock_timestamp() where id = ${retired} and retired_at is null`,
  )
  const { id } = await signingKey()
  return { retired, key: id }
}

/** Seals the key again after SECRET_KEY was rotated. */
export async function resealCheckpointKeys(): Promise<number> {
  const outdated = (await readKeys()).filter(({ sealed }) => sealed !== null && isOutdated(sealed))
  for (const { id, sealed } of outdated)
    await query(
      installation,
      sql`update checkpoint_keys set sealed = ${seal(unseal(sealed!, placeOf(id)), placeOf(id))} where id = ${id} and sealed = ${sealed}`,
    )
  return outdated.length
}
