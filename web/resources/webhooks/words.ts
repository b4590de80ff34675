import { CheckCircle2, CircleDashed, CircleSlash, type LucideIcon, RotateCw, XCircle } from "lucide-react"
import type { Output } from "../../client.ts"
import { t } from "../../lib/translate.ts"
import type { Tone } from "../../ui/tone.ts"

export type Webhook = Output<"GET /v1/dev/webhooks/{id}">
export type Delivery = Output<"GET /v1/dev/webhooks/{id}/deliveries">["data"][number]
export type Attempt = Delivery["attempts"][number]

type Look = { label: string; icon: LucideIcon; tone: Tone; color: string }

const looks = {
  queued: { label: t`Queued`, icon: CircleDashed, tone: "neutral", color: "text-fg-3" },
  retrying: { label: t`Retrying`, icon: RotateCw, tone: "warn", color: "text-warn" },
  delivered: { label: t`Delivered`, icon: CheckCircle2, tone: "good", color: "text-good" },
  abandoned: { label: t`Given up`, icon: XCircle, tone: "bad", color: "text-bad" },
  canceled: { label: t`Canceled`, icon: CircleSlash, tone: "neutral", color: "text-fg-3" },
} satisfies Record<string, Look>

/** A pending delivery is queued before its first attempt, and retried after it. */
export function lookOf({ status, attempts }: Delivery): Look {
  if (status !== "pending") return looks[status]
  return attempts.length === 0 ? looks.queued : looks.retrying
}

export const isSuccess = ({ status }: Attempt) => status !== null && status >= 200 && status < 300

/** The label of an attempt: its status code, or why there was no answer. */
export function nameOf({ status, error }: Attempt): string {
  if (status !== null) return String(status)
  return error?.startsWith("no answer within") ? t`Time-out` : t`No answer`
}

/** What to do about an attempt, by the kind of its failure. */
export function adviceFor(attempt: Attempt): string {
  const { status, error } = attempt
  if (status === null) return adviceWithoutAnswer(error ?? "")
  if (isSuccess(attempt)) return t`Any 2xx counts as delivered.`
  if (status < 400) return t`Redirects are not followed and count as failures. Change the endpoint to the final address.`
  if (status === 401 || status === 403)
    return t`Your server refused the request. Verify its signature with the secret of this endpoint, and require no other sign-in.`
  if (status === 404 || status === 405) return t`Nothing takes a POST at this address. Check the path, or change the endpoint.`
  if (status === 410) return t`410 Gone tells us to stop, so the endpoint is turned off. Activate it again when it is back.`
  if (status === 413) return t`Your server accepts only smaller bodies. Raise its limit to 1 MiB or more.`
  if (status === 429) return t`Your server asks for fewer requests. We try again later, and wait longer each time.`
  if (status >= 500)
    return t`Your server failed while handling it. We send it again with the same message id, so that your server can recognize it.`
  return t`Your server refused the request. Its answer below may say why.`
}

function adviceWithoutAnswer(error: string): string {
  if (error.startsWith("no answer within")) return t`Your server must answer within 15 seconds: let it answer first and work afterwards.`
  if (/certificate|self.signed|TLS|SSL/i.test(error))
    return t`Its certificate is not valid for this address. Renew it, and send the complete chain.`
  if (/ENOTFOUND|EAI_AGAIN|public address/.test(error))
    return t`The name of the host has no public address. Check the address and its DNS records.`
  if (error.includes("ECONNREFUSED")) return t`Nothing listens at this address and port. Is your server running?`
  return t`The connection broke before an answer came. Check the proxy or firewall in front of your server.`
}

/** The wait before each attempt, from the end of the previous one. */
export function waitBefore(attempts: readonly Attempt[], index: number, createdAt: string): number {
  const before = attempts[index - 1]
  const start = before ? Date.parse(before.at) + before.ms : Date.parse(createdAt)
  return Math.max(0, Date.parse(attempts[index]!.at) - start)
}
