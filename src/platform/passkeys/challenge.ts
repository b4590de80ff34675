import { randomBytes } from "node:crypto"
import { z } from "zod"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { isSameSecret, keyedHashes } from "../../kit/service/crypto.ts"
import { passkeyProblem } from "./errors.ts"
import { challengeMinutes, challengeMs } from "./rules.ts"
import { consumeChallenge } from "./store.ts"

/** What a challenge is for, and who holds it: a session, or a browser in which nobody is signed in yet. */
export type Bound = { purpose: "add" | "confirm" | "sign-in"; holder: string }

/** 16 random bytes and the time of its end in 8, then a keyed hash of both and of what it is bound to. It is stored once it is used. */
const contentLength = 32

export function issueChallenge(bound: Bound): string {
  const content = Buffer.concat([randomBytes(16), Buffer.alloc(8)])
  content.writeBigUInt64BE(BigInt(databaseClock.now(challengeMs).getTime()), 16)
  const text = content.toString("base64url")
  return text + signatures(bound, text)[0]
}

const ClientData = z.object({ challenge: z.string() })

/**
 * The challenge that a browser has signed, which is used up with this: whatever becomes of the answer, no other has the same. Of two
 * answers at the same time one is refused.
 */
export async function redeemChallenge(clientDataJSON: string, bound: Bound): Promise<string> {
  const challenge = challengeIn(clientDataJSON)
  const [content, signature] = [challenge.slice(0, contentLength), challenge.slice(contentLength)]
  const bytes = Buffer.from(content, "base64url")
  const isOurs = bytes.length === 24 && signatures(bound, content).some(expected => isSameSecret(expected, signature))
  const until = isOurs ? new Date(Number(bytes.readBigUInt64BE(16))) : undefined
  if (!until || until <= databaseClock.now() || !(await consumeChallenge(challenge, until))) throw over()
  return challenge
}

function challengeIn(clientDataJSON: string): string {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(clientDataJSON, "base64url").toString("utf8"))).challenge
  } catch {
    throw over()
  }
}

const over = () => passkeyProblem("PSK-1002", { minutes: challengeMinutes })
const signatures = ({ purpose, holder }: Bound, content: string) => keyedHashes(`passkey ${purpose} ${holder} ${content}`)
