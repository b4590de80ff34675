import {
  argon2,
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hash,
  hkdfSync,
  type KeyObject,
  randomBytes,
  timingSafeEqual,
} from "node:crypto"

export const sha256 = (content: string | Buffer) => hash("sha256", content, "base64url")

/** Random bytes as text that is safe in a URL. */
export const randomText = (bytes: number) => randomBytes(bytes).toString("base64url")

/** The keys that secrets are sealed with. The first one seals and all unseal, so a new key is put in front. */
let keys: { id: string; key: KeyObject }[] = []

export function useSecretKeys(secrets: readonly string[]) {
  keys = secrets.map(secret => {
    const bytes = Buffer.from(hkdfSync("sha256", secret, "", "countersign secrets at rest", 32))
    return { id: createHash("sha256").update(bytes).digest("hex").slice(0, 8), key: createSecretKey(bytes) } // a KeyObject is five times as fast as bytes
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

export function unseal(stored: string, place: string): string {
  const [, id, nonce = "", sealed = ""] = stored.split(".")
  const known = keys.find(key => key.id === id)
  if (!known)
    throw new Error(`SECRET_KEY no longer holds the key ${id} that a stored secret was sealed with; put it back behind the new one`)
  const bytes = Buffer.from(sealed, "base64url")
  const decipher = createDecipheriv("aes-256-gcm", known.key, Buffer.from(nonce, "base64url")).setAAD(Buffer.from(place))
  decipher.setAuthTag(bytes.subarray(-16))
  return Buffer.concat([decipher.update(bytes.subarray(0, -16)), decipher.final()]).toString("utf8")
}

/** Sealed with an older key, to be sealed again. */
export const isOutdated = (stored: string) => stored.split(".")[1] !== keys[0]!.id

/** OWASP's minimum for argon2id. The hash contains its parameters, so they can be raised later. */
const cost = { memory: 19_456, passes: 2, parallelism: 1 }

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await derive(password, nonce, cost)
  const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "")
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(hash)}`
}

export async function isPassword(password: string, stored: string): Promise<boolean> {
  const [, memory, passes, parallelism, nonce, hash] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? []
  if (!nonce || !hash) return false
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  const derived = await derive(password, Buffer.from(nonce, "base64"), parameters)
  const expected = Buffer.from(hash, "base64")
  return derived.length === expected.length && timingSafeEqual(derived, expected)
}

function derive(message: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost): Promise<Buffer> {
  return new Promise((resolve, reject) =>
    argon2("argon2id", { message, nonce, parallelism, tagLength: 32, memory, passes }, (error, hash) =>
      error ? reject(error) : resolve(hash),
    ),
  )
}
