import { argon2, randomBytes, timingSafeEqual } from "node:crypto"
import { availableParallelism } from "node:os"
import { generalProblem } from "../pure/errors.ts"

/** OWASP's minimum for argon2id, about 80 ms. The hash contains its parameters, so they can be raised later. */
export const cost = { memory: 19_456, passes: 2, parallelism: 1 }

/** Leaves one core for requests, and half of Node's four threads for such work to name look-ups and files. */
export const maxAtOnce = Math.max(1, Math.min(2, availableParallelism() - 1))
/** Four to eight seconds of work. Further callers are told to try again, instead of waiting until their client gives up. */
export const maxWaiting = 100

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const hash = await derive(password, nonce, cost)
  const base64 = (bytes: Buffer) => bytes.toString("base64").replace(/=+$/, "")
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${base64(nonce)}$${base64(hash)}`
}

/** Takes as long without a stored hash as with one, so that its duration does not reveal whether there is one. */
export async function isPassword(password: string, stored: string | null | undefined): Promise<boolean> {
  const { nonce, hash, parameters } = parse(stored ?? "") ?? noPassword
  const derived = await derive(password, nonce, parameters)
  return derived.length === hash.length && timingSafeEqual(derived, hash)
}

/** The hash has outdated parameters. The password is hashed again when it is known. */
export function isOutdatedHash(stored: string): boolean {
  const { memory, passes, parallelism } = parse(stored)?.parameters ?? {}
  return memory !== cost.memory || passes !== cost.passes || parallelism !== cost.parallelism
}

/** No password has an empty hash. */
const noPassword = { nonce: Buffer.alloc(16), hash: Buffer.alloc(0), parameters: cost }

function parse(stored: string) {
  const [, memory, passes, parallelism, nonce, hash] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(stored) ?? []
  if (!nonce || !hash) return undefined
  const parameters = { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) }
  return { nonce: Buffer.from(nonce, "base64"), hash: Buffer.from(hash, "base64"), parameters }
}

/** The same text is typed as different bytes by different keyboards; NFKC makes them equal. */
async function derive(password: string, nonce: Buffer, { memory, passes, parallelism }: typeof cost): Promise<Buffer> {
  const options = { message: password.normalize("NFKC"), nonce, parallelism, tagLength: 32, memory, passes }
  await enter()
  try {
    return await new Promise((resolve, reject) => argon2("argon2id", options, (error, hash) => (error ? reject(error) : resolve(hash))))
  } finally {
    leave()
  }
}

let running = 0
const waiting: (() => void)[] = []

async function enter() {
  if (running < maxAtOnce) return void running++
  if (waiting.length >= maxWaiting) throw generalProblem("RTE-1001", { retryAfterSeconds: 5 })
  await new Promise<void>(resolve => waiting.push(resolve))
}

/** The one that has waited longest takes the place. */
function leave() {
  const next = waiting.shift()
  if (next) next()
  else running--
}
