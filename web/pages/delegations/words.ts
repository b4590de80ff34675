import type { Output } from "../../client.ts"
import { withinSentence } from "../../lib/words.ts"

export type Delegation = Output<"GET /v1/approvals/delegations">["data"][number]
type Phase = "now" | "coming" | "past"

/** As the service counts: `from` is included, `until` is not. */
export function phaseOf({ from, until }: Pick<Delegation, "from" | "until">, now: Date): Phase {
  if (Date.parse(until) <= now.getTime()) return "past"
  return Date.parse(from) <= now.getTime() ? "now" : "coming"
}

/** "Bea Lima decides for you". The names are those that begin a sentence. */
export function sentenceOf(phase: Phase | "ended", delegate: string, delegator: string): string {
  const present = delegate === "You" ? "decide" : "decides"
  const verb = { now: present, coming: "will decide", past: "decided", ended: `no longer ${present}` }[phase]
  return `${delegate} ${verb} for ${withinSentence(delegator)}`
}
