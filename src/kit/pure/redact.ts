/** Replaces personal data. */
export const erased = "[erased]"
/** The domain of the e-mail that replaces an erased one. It is reserved (RFC 2606), so that no mail ever goes there. */
export const erasedDomain = "@erased.invalid"

/** What identifies a person in a text: `always` anywhere and in any letter case, `names` only as whole words in the same case. */
export type Identifiers = { always: readonly string[]; names: readonly string[] }

type Person = { emails: Iterable<string>; phones: Iterable<string>; names: Iterable<readonly [first: string, last: string]> }

/** A name of one or two letters would be found in every text. */
const minNameLength = 3

export function identifiersOf({ emails, phones, names }: Person): Identifiers {
  const pairs = [...names]
  const full = pairs.flatMap(([first, last]) => (first && last ? [`${first} ${last}`, `${last}, ${first}`, `${last} ${first}`] : []))
  const isLong = (text: string) => text.length >= minNameLength
  return {
    always: longestFirst([...emails, ...phones, ...full].filter(isLong)),
    names: longestFirst(pairs.flat().filter(isLong)),
  }
}

/** Replaces longer texts first, so that no part of them is left. */
const longestFirst = (texts: string[]) => [...new Set(texts)].toSorted((a, b) => b.length - a.length)

/**
 * Regular expressions that JavaScript and PostgreSQL read alike, without their flags. A text in JSON has some characters escaped. Undefined
 * if there is nothing to look for.
 */
export function patternsOf({ always, names }: Identifiers): { always: string | undefined; names: string | undefined } {
  const anyOf = (texts: readonly string[]) =>
    [...new Set(texts.flatMap(text => [text, JSON.stringify(text).slice(1, -1)]))].map(escape).join("|")
  return {
    always: always.length > 0 ? `(${anyOf(always)})` : undefined,
    names: names.length > 0 ? `(?<![A-Za-z0-9])(${anyOf(names)})(?![A-Za-z0-9])` : undefined,
  }
}
const escape = (text: string) => text.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&")

/** Fields with ids, times and words of the service itself, which the books keep. A person may have the same name as such a word. */
export const keptFields: readonly string[] = `
  _id contact order partnership paymentIntent plan refundOf refundTransaction service supplier team transaction
  cancelReason channel currency gateway intentType kind locale method origin recipientType status timezone transactionType type
  closedAt createdAt dueAt endAt erasedAt paidAt receivedAt startAt updatedAt`
  .trim()
  .split(/\s+/)
const isKept = new Set(keptFields)

/**
 * Erases a person from a JSON value: overwrites the texts that name them, and the fields of `replacement` in their own object. People
 * choose the fields of metadata, so none of those is kept.
 */
export function redactJson(value: unknown, identifiers: Identifiers, own: { id: string; replacement: object }): unknown {
  const { always, names } = patternsOf(identifiers)
  const expressions = [...(always ? [new RegExp(always, "gi")] : []), ...(names ? [new RegExp(names, "g")] : [])]
  const redactText = (text: string) => expressions.reduce((rest, expression) => rest.replaceAll(expression, erased), text)
  const redact = (each: unknown, isMetadata = false): unknown => {
    if (typeof each === "string") return redactText(each)
    if (Array.isArray(each)) return each.map(element => redact(element, isMetadata))
    if (typeof each !== "object" || each === null || JSON.isRawJSON(each)) return each
    const fields = Object.entries(each).map(([name, field]) =>
      !isMetadata && isKept.has(name) && typeof field === "string"
        ? [name, field]
        : [name, redact(field, isMetadata || name === "metadata")],
    )
    const redacted = Object.fromEntries(fields) as Record<string, unknown>
    return redacted["_id"] === own.id ? overwrite(redacted, own.replacement) : redacted
  }
  return redact(value)
}

/** Replaces only fields that exist. */
export const overwrite = (fields: object, replacement: object): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, name in replacement ? replacement[name as keyof object] : field]))
