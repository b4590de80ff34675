/** The parts of a route: method, path, the segments after the version, and the names of the path parameters. */
export function partsOf(route: string) {
  const [method = "", path = ""] = route.split(" ")
  const segments = path.split("/").slice(2)
  const fields = segments.flatMap(segment => /^\{(\w+)\}$/.exec(segment)?.[1] ?? [])
  return { method, path, segments, fields }
}

/** The tag that groups an operation: contacts, payment-intents, dev/api-keys. */
export function tagOf(route: string): string {
  const { segments } = partsOf(route)
  return segments.slice(0, segments[0] === "dev" ? 2 : 1).join("/")
}

/** paymentIntents.create, contacts.timeline, dev.apiKeys.list: unique, and readable as a method name in a generated client. */
export function operationIdOf(route: string, isList: boolean): string {
  const { method, segments } = partsOf(route)
  const fixed = segments.filter(segment => !segment.startsWith("{"))
  const name = fixed.map(camelCase).join(".")
  if (method !== "GET") return name
  const isPart = segments.at(-2)?.startsWith("{") ?? false
  if (isList) return isPart ? name : `${name}.list`
  return segments.at(-1)!.startsWith("{") || fixed.length === 1 || changedByPost.has(name) ? `${name}.get` : name
}

/** Resources that are read and changed at the same path. */
const changedByPost = new Set(["simulations.clock", "journal.accounts", "checkpoints.settings"])

/** "payment-intents" → "Payment intents", "dev/api-keys" → "API keys". */
export function titleOf(tag: string): string {
  const words = toWords(tag.slice(tag.lastIndexOf("/") + 1))
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** "payment-intents" → "payment intent". */
export const singular = (segment: string) => toWords(segment).replace(/ies$/, "y").replace(/s$/, "")

export const toWords = (text: string) => text.replaceAll("-", " ").replace(/\b(api|fx)\b/g, word => word.toUpperCase())
const camelCase = (text: string) => text.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

export const exampleRequestId = "0d9f6b1e-6f0c-4c4e-9d4e-2f8a4a1c7b55"
