import type { Output } from "../client.ts"
import type { Resource } from "../dashboard/resource.ts"
import type { ResourceKey } from "../lib/api-types.ts"
import { say } from "../lib/words.ts"
import { inSentence, t } from "../lib/translate.ts"

export type ApiEvent = Output<"GET /v1/dev/events">["data"][number]

type Named = Pick<Resource, "event" | "noun" | "key">
const resourceOf = (resources: readonly Named[], event: string) => resources.find(each => each.event === event.split(".")[0])

/** Where the object of an event is shown. */
export function pageOfEvent({ event, object }: ApiEvent, resources: readonly Named[]): { key: ResourceKey; id: string } | undefined {
  const resource = resourceOf(resources, event)
  return resource && { key: resource.key, id: object }
}

const withoutResource: Record<string, string> = { approvalRequests: t`Approval request`, bankLines: t`Bank line` }

/** `paymentIntents` → "Payment", from its resource. */
function nounOf(event: string, resources: readonly Named[]): string {
  const resource = resourceOf(resources, event)
  const type = event.split(".")[0]!
  return resource ? say(resource.noun) : (withoutResource[type] ?? say(type))
}

/** What an object is called: its number, name or e-mail. */
export function nameOfObject({ data }: Pick<ApiEvent, "data">): string | undefined {
  const { number, name, email, reference } = data
  const first = [number, name, email, reference].find(value => typeof value === "string" || typeof value === "number")
  return typeof first === "number" ? `#${first}` : (first as string | undefined)
}

/** "Payment PI-000123: Overdue", from the fields of the object. */
export function nameOfEvent(event: ApiEvent, resources: readonly Named[]): string {
  const { status } = event.data
  const subject = [nounOf(event.event, resources), nameOfObject(event)].filter(Boolean).join(" ")
  return typeof status === "string" ? `${subject}: ${inSentence(say(status))}` : subject
}
