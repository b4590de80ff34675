import { config } from "../../kit/service/config.ts"
import { isSameSecret, randomText } from "../../kit/service/crypto.ts"
import type { Problem } from "../../kit/pure/problem.ts"
import { ForbiddenDestination, request } from "../../kit/service/outbound-http.ts"
import { challengeTimeoutMs } from "./rules.ts"
import { webhookProblem } from "./errors.ts"

/** Spec: the destination gets a token by GET and must return it as its plain-text body. Returns the problem, if there is one. */
export async function challenge(url: string): Promise<Problem | undefined> {
  const token = randomText(32)
  try {
    const { status, body } = await request({
      method: "GET",
      url: withToken(url, token),
      headers: { "user-agent": "Countersign-Webhooks/1", accept: "text/plain" },
      timeoutMs: challengeTimeoutMs,
      maxReplyBytes: 4096,
      allowPrivate: config.WEBHOOKS_ALLOW_PRIVATE,
    })
    if (status < 200 || status > 299) return challengeFailed(`it answered ${status}`)
    if (isSameSecret(body.trim(), token)) return undefined
    return challengeFailed(`it answered ${JSON.stringify(body.trim().slice(0, 80))} instead of the token`)
  } catch (error) {
    if (error instanceof ForbiddenDestination) return webhookProblem("WHK-1001", { reason: error.message })
    return challengeFailed(error instanceof Error ? error.message : "it did not answer")
  }
}

/** Appends to the text of the address: URLSearchParams would rewrite its own query. */
function withToken(url: string, token: string): string {
  const [address = "", fragment] = url.split("#")
  return `${address}${address.includes("?") ? "&" : "?"}validationToken=${token}${fragment === undefined ? "" : `#${fragment}`}`
}

const challengeFailed = (reason: string) => webhookProblem("WHK-1002", { reason })
