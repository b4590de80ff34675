import { CheckCircle2, CircleDashed, CircleSlash, type LucideIcon, RotateCw, XCircle } from "lucide-react"
import type { Output } from "../../client.ts"
import type { Tone } from "../../ui/tone.ts"

export type Webhook = Output<"GET /v1/dev/webhooks/{id}">
export type Delivery = Output<"GET /v1/dev/webhooks/{id}/deliveries">["data"][number]
export type Attempt = Delivery["attempts"][number]

type Look = { label: string; icon: LucideIcon; tone: Tone; color: string }

const looks = {
  queued: { label: "Queued", icon: CircleDashed, tone: "neutral", color: "text-fg-3" },
  retrying: { label: "Retrying", icon: RotateCw, tone: "warn", color: "text-warn" },
  delivered: { label: "Delivered", icon: CheckCircle2, tone: "good", color: "text-good" },
  abandoned: { label: "Given up", icon: XCircle, tone: "bad", color: "text-bad" },
  canceled: { label: "Canceled", icon: CircleSlash, tone: "neutral", color: "text-fg-3" },
} satisfies Record<string, Look>

/** A pending delivery is queued before its first attempt, and retried after it. */
export function lookOf({ status, attempts }: Delivery): Look {
  if (status !== "pending") return looks[status]
  return attempts.length === 0 ? looks.queued : looks.retrying
}

export const isSuccess = ({ status }: Attempt) => status !== null && status >= 200 && status < 300

/** What an attempt is called: its code, or what happened instead of an answer. */
export function nameOf({ status, error }: Attempt): string {
  if (status !== null) return String(status)
  return error?.startsWith("no answer within") ? "Time-out" : "No answer"
}

/** What to do about an attempt, by the kind of its failure. */
export function adviceFor(attempt: Attempt): string {
  const { status, error } = attempt
  if (status === null) return adviceWithoutAnswer(error ?? "")
  if (isSuccess(attempt)) return "Any 2xx counts as delivered."
  if (status < 400) return "Redirects are not followed and count as failures. Change the endpoint to the final address."
  if (status === 401 || status === 403)
    return "Your server refused the request. Compare its signature with the secret of this endpoint, and ask for no other sign-in there."
  if (status === 404 || status === 405) return "Nothing takes a POST at this address. Check the path, or change the endpoint."
  if (status === 410) return "410 Gone tells us to stop, so the endpoint is turned off. Activate it again when it is back."
  if (status === 413) return "Your server takes smaller bodies only. Raise its limit to 1 MiB or more."
  if (status === 429) return "Your server asks for fewer requests. It is tried again later, and later each time."
  if (status >= 500) return "Your server failed while handling it. The same message id comes again, so it is safe to handle twice."
  return "Your server refused the request. Its answer below may say why."
}

function adviceWithoutAnswer(error: string): string {
  if (error.startsWith("no answer within")) return "Answer first, work later: a reply has 15 seconds."
  if (/certificate|self.signed|TLS|SSL/i.test(error))
    return "Its certificate is not valid for this address. Renew it; chains must be complete."
  if (/ENOTFOUND|EAI_AGAIN|public address/.test(error)) return "The name of the host leads nowhere. Check the address and its DNS records."
  if (error.includes("ECONNREFUSED")) return "Nothing listens at this address and port. Is your server running?"
  return "The connection broke before an answer came. Check what stands in front of your server, such as a proxy or a firewall."
}

/** How long it waited before each attempt: after the end of the one before. */
export function waitBefore(attempts: readonly Attempt[], index: number, createdAt: string): number {
  const before = attempts[index - 1]
  const start = before ? Date.parse(before.at) + before.ms : Date.parse(createdAt)
  return Math.max(0, Date.parse(attempts[index]!.at) - start)
}
