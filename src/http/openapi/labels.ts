import type { Operation } from "../../kit/operation/operation.ts"
import { partsOf, singular, toWords } from "./names.ts"

/** A short name of an operation that is clear without context: its own label, or one made from its route, such as "Create a contact". */
export function labelOf({ label, list }: Operation, route: string): string {
  if (label !== undefined) return label
  const { method, segments } = partsOf(route)
  const names = segments.filter(segment => !/^(\{.*|dev|simulations)$/.test(segment))
  const where = segments[0] === "simulations" ? " in the sandbox" : ""
  return `${phraseOf(method, names, list !== undefined)}${where}`
}

function phraseOf(method: string, names: string[], isList: boolean): string {
  const owners = names.slice(0, -1)
  const last = names.at(-1)!
  const phrase = phrases[last]
  if (phrase) return phrase.replace("{}", withArticle(thingOf(owners)))
  if (method === "POST") return `${capitalize(toWords(last))} ${withArticle(thingOf(owners))}`
  return isList ? `List ${[thingOf(owners), toWords(last)].join(" ").trim()}` : `Get ${withArticle(thingOf(names))}`
}

/** "approvals", "requests" → "approval request". */
const thingOf = (collections: string[]) => collections.map(singular).join(" ")
const withArticle = (thing: string) => `${/^[aeio]/i.test(thing) ? "an" : "a"} ${thing}`
const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Last segments of routes that are not verbs with the resource as their object. */
const phrases: Record<string, string> = {
  timeline: "Timeline of {}",
  actions: "Possible actions of {}",
  fail: "Mark {} as failed",
}
