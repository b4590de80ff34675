import type { Output } from "../../client.ts"
import { withinSentence } from "../../lib/words.ts"
import { t } from "../../lib/translate.ts"

export type Delegation = Output<"GET /v1/approvals/delegations">["data"][number]
type Phase = "now" | "coming" | "past"

/** As the service counts: `from` is included, `until` is not. */
export function phaseOf({ from, until }: Pick<Delegation, "from" | "until">, now: Date): Phase {
  if (Date.parse(until) <= now.getTime()) return "past"
  return Date.parse(from) <= now.getTime() ? "now" : "coming"
}

/** "Bea Lima decides for you". The names are those that begin a sentence. */
export function sentenceOf(phase: Phase | "ended", delegate: string, delegator: string): string {
  const whom = withinSentence(delegator)
  const sentences = {
    now: { you: t`You decide for ${whom}`, other: t`${delegate} decides for ${whom}` },
    coming: { you: t`You will decide for ${whom}`, other: t`${delegate} will decide for ${whom}` },
    past: { you: t`You decided for ${whom}`, other: t`${delegate} decided for ${whom}` },
    ended: { you: t`You no longer decide for ${whom}`, other: t`${delegate} no longer decides for ${whom}` },
  }
  return sentences[phase][delegate === t`You` ? "you" : "other"]
}
