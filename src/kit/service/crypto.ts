import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto"
import { Fault } from "./fault.ts"

export const sha256 = (content: string | Buffer) => hash("sha256", content, "base64url")

/** Random bytes as text that is safe in a URL. */
export const randomText = (bytes: number) => randomBytes(bytes).toString("base64url")

/** Takes the same time whatever differs, so that nobody can find a secret character by character. Compares bytes, not characters. */
export function isSameSecret(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

/** The keys that secrets are sealed with. The first one seals and all unseal, so a new key is put in front. */
let keys: { id: string; key: KeyObject; hashKey: KeyObject }[] = []

export function setSecretKeys(secrets: readonly string[]) {
  keys = secrets.map(secret => {
    const bytes = Buffer.from(hkdfSync("sha256", secret, "", "countersign secrets at rest", 32))
    // A KeyObject is five times as fast as bytes.
    const hashKey = createSecretKey(Buffer.from(hkdfSync("sha256", secret, "", "countersign keyed hashes", 32)))
    return { id: createHash("sha256").update(bytes).digest("hex").slice(0, 8), key: createSecretKey(bytes), hashKey }
  })
}

/** Encrypts a secret for storage. `place` (tenant, object, field) is authenticated, so a value copied to another row does not unseal. */
export function seal(secret: string, place: string): string {
  const { id, key } = keys[0]!
  const nonce = randomBytes(12)
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(place))
  const sealed = Buffer.concat([cipher.update(secret, "utf8"), cipher.final(), cipher.getAuthTag()])
  return `v1.${id}.${nonce.toString("base64url")}.${sealed.toString("base64url")}`
}

/** SECRET_KEY lacks a key that something was sealed with. */
export class SecretKeyFault extends Fault {}

export function unseal(stored: string, place: string): string {
  const [, id, nonce = "", sealed = ""] = stored.split(".")
  const known = keys.find(key => key.id === id)
  if (!known)
    throw new SecretKeyFault(
      `SECRET_KEY no longer has the key ${id} that a stored secret was encrypted with; put it back behind the new one.`,
    )
  const bytes = Buffer.from(sealed, "base64url")
  const decipher = createDecipheriv("aes-256-gcm", known.key, Buffer.from(nonce, "base64url")).setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8")
}

export const isSealed = (stored: string) => stored.startsWith("v1.")

/** Whether it must be sealed again, because an older key sealed it or none did. */
export const isOutdated = (stored: string) => !isSealed(stored) || keyIdOf(stored) !== keys[0]!.id

/** Which key sealed it: a hash of the key, which does not reveal it. */
export const keyIdOf = (stored: string) => stored.split(".")[1]

/**
 * Hashes by which equal secrets are found without unsealing them. Without SECRET_KEY nobody can try values. The first hash is to be stored.
 * The others belong to older keys, and find rows that were not hashed again since.
 */
export const keyedHashes = (content: string): [current: string, ...older: string[]] => {
  const [current = "", ...older] = keys.map(({ hashKey }) => createHmac("sha256", hashKey).update(content).digest("base64url"))
  return [current, ...older]
}
