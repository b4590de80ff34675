import { money } from "../lib/money.ts"
import { sayPermission } from "../lib/permission-words.ts"
import { dayAndTime } from "../lib/time.ts"
import { say } from "../lib/words.ts"

/** Statuses whose label on a badge does not fit after "it is …". */
const states: Record<string, string> = { draft: "a draft", "needs-response": "waiting for your answer" }

const stateWords = (status: string) => states[status] ?? (/-|^succeeded$/.test(status) ? say(status).toLowerCase() : status)

const either = new Intl.ListFormat("en", { type: "disjunction" })

const nouns: [code: RegExp, word: string][] = [
  [/payment intent/g, "payment"],
  [/refund intent/g, "refund"],
  [/payment split/g, "split"],
  [/authorization/g, "mandate"],
]

const article = (the: string, noun: string) => `${the === "The" ? "A" : "a"}${/^[aeio]/.test(noun) ? "n" : ""} ${noun}`

/** Turns the API's reason why something is not possible into the words of the dashboard: no ids, status codes or minor units. */
export function reasonInWords(message: string, { currency }: { currency?: string } = {}): string {
  let text = message.replace(/; nothing was \w+$/, "") // nothing was tried
  for (const [code, word] of nouns) text = text.replace(code, word)
  return text
    .replace(/\b([Tt]he) ([a-z ]+?) [0-9a-f]{24}(, [0-9a-f]{24})*/g, (_, the: string, noun: string) => article(the, noun))
    .replace(/ \(?[0-9a-f]{24}\)?/g, "")
    .replace(/^\d+(?= of this )/, amount => (currency ? money(Number(amount), currency) : "Some"))
    .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, at => dayAndTime(at))
    .replace(
      /^This needs the permission ([\w.]+),.*/,
      (_, permission: string) => `Your role does not include “${sayPermission(permission)}”`,
    )
    .replace(/ (is|are) ([a-z-]+)(?=[ ,;]|$)/g, (_, verb: string, status: string) => ` ${verb} ${stateWords(status)}`)
    .replace(/; only ((?:[a-z-]+(?:, | and ))*[a-z-]+)(?: ones)? can$/, (all, list: string) => onlyThese(all, list.split(/, | and /)))
}

function onlyThese(all: string, statuses: readonly string[]): string {
  if (statuses.length === 1 && statuses[0]?.endsWith("s")) return all // "only drafts can"
  return `; only one that is ${either.format(statuses.map(stateWords))} can`
}
