import { timingSafeEqual } from "node:crypto"
import { config } from "../kit/config.ts"
import { randomText } from "../kit/crypto.ts"
import { Problem } from "../kit/problem.ts"
import { Forbidden, request } from "../kit/request.ts"
import { challengeWithinMs } from "./rules.ts"

/** Spec: the destination is asked by GET with a token and must return it as its plain-text body. Answers what is wrong, if anything is. */
export async function challenge(url: string): Promise<Problem | undefined> {
  const token = randomText(32)
  const [address = "", fragment] = url.split("#")
  const asked = `${address}${address.includes("?") ? "&" : "?"}validationToken=${token}${fragment === undefined ? "" : `#${fragment}`}`
  try {
    const { status, body } = await request({
      method: "GET",
      url: asked,
      headers: { "user-agent": "Countersign-Webhooks/1", accept: "text/plain" },
      withinMs: challengeWithinMs,
      keep: 4096,
      allowPrivate: config.WEBHOOKS_ALLOW_PRIVATE,
    })
    if (status < 200 || status > 299) return failed(`it answered ${status}`)
    return isSame(body.trim(), token) ? undefined : failed(`it answered ${JSON.stringify(body.trim().slice(0, 80))} instead of the token`)
  } catch (error) {
    if (error instanceof Forbidden) return new Problem("WHK-1001", { reason: error.message })
    return failed(error instanceof Error ? error.message : "it did not answer")
  }
}

const failed = (reason: string) => new Problem("WHK-1002", { reason })

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}
