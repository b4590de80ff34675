import type { Output } from "../client.ts"
import { say } from "../lib/words.ts"

export type ApiEvent = Output<"GET /v1/dev/events">["data"][number]

const nouns: Record<string, string> = {
  paymentIntents: "Payment",
  splitIntents: "Split",
  refundIntents: "Refund",
  approvalRequests: "Approval",
  authorizations: "Mandate",
}

/** `paymentIntents` → "Payment", `payouts` → "Payout". */
const nounOf = (event: string) => {
  const resource = event.split(".")[0]!
  return nouns[resource] ?? say(resource).replace(/ies$/, "y").replace(/s$/, "")
}

const pages: Record<string, string> = {
  paymentIntents: "payments",
  splitIntents: "splits",
  refundIntents: "refunds",
  authorizations: "mandates",
  bankAccounts: "bank-accounts",
  bankTransfers: "bank-transfers",
}
const samePages = new Set(["contacts", "transactions", "partnerships", "orders", "services", "payouts", "disputes", "subscriptions"])

/** Where the object of an event is shown. */
export function pageOfEvent({ event, object }: ApiEvent): { resource: string; id: string } | undefined {
  const resource = event.split(".")[0]!
  const path = pages[resource] ?? (samePages.has(resource) ? resource : undefined)
  return path === undefined ? undefined : { resource: path, id: object }
}

/** What an object is called: its number, name or e-mail. */
export function nameOfObject({ data }: Pick<ApiEvent, "data">): string | undefined {
  const { number, name, email, reference } = data
  const first = [number, name, email, reference].find(value => typeof value === "string" || typeof value === "number")
  return typeof first === "number" ? `#${first}` : (first as string | undefined)
}

/** "Payment PI-000123: Overdue", by what the object says of itself. */
export function nameOfEvent(event: ApiEvent): string {
  const { status } = event.data
  const subject = [nounOf(event.event), nameOfObject(event)].filter(Boolean).join(" ")
  return typeof status === "string" ? `${subject}: ${say(status).toLowerCase()}` : subject
}
