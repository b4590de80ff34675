import type { Schema, Schemas } from "../http/openapi/json-schema.ts"
import { nameOf } from "../http/openapi/json-schema.ts"

/** What clients send, or what they receive. What may be added to one would break them in the other. */
type Direction = "sent" | "received"

/** Two schemas that stand for the same place, before and after, with the schemas that each may refer to. */
type Comparison = { direction: Direction; before: Schemas; after: Schemas; path: string; open: ReadonlySet<string> }

/** What of a schema would break a client that was written for the earlier one, one sentence for each. */
export function schemaBreaks(before: Schema, after: Schema, at: Comparison): string[] {
  const pair = `${before.$ref} ${after.$ref}`
  if (before.$ref !== undefined && after.$ref !== undefined && at.open.has(pair)) return [] // an object within itself
  const inside = before.$ref === undefined ? at : { ...at, open: new Set(at.open).add(pair) }
  const [old, now] = [follow(before, at.before), follow(after, at.after)]
  const choices = (schema: Schema) => schema.anyOf ?? schema.oneOf
  if (choices(old) || choices(now)) return choiceBreaks(choices(old) ?? [old], choices(now) ?? [now], inside)
  return [
    ...typeBreaks(old, now, inside),
    ...valueBreaks(old, now, inside),
    ...(at.direction === "sent" ? defaultBreaks(old, now, inside) : []),
    ...(isOpened(old, now, at) ? [] : [...(at.direction === "sent" ? limitBreaks(old, now, inside) : []), ...formBreaks(old, now, inside)]),
    ...fieldBreaks(old, now, inside),
    ...(old.items && now.items ? schemaBreaks(old.items, now.items, { ...inside, path: `${at.path}[]` }) : []),
  ]
}

const follow = (schema: Schema, named: Schemas): Schema => (schema.$ref === undefined ? schema : { ...named[nameOf(schema.$ref)] })
const says = ({ path }: Comparison, sentence: string) => `${path} ${sentence}`

/** Each choice that a client may send must still be taken; each that it receives must have been possible before. */
function choiceBreaks(old: Schema[], now: Schema[], at: Comparison): string[] {
  const [asked, offered] = at.direction === "sent" ? [old, now] : [now, old]
  const isMet = (choice: Schema) =>
    offered.some(each => {
      const [first, second] = at.direction === "sent" ? [choice, each] : [each, choice]
      return schemaBreaks(first, second, at).length === 0
    })
  if (old.length === 1 && now.length === 1) return schemaBreaks(old[0]!, now[0]!, at)
  if (asked.every(isMet)) return []
  return [says(at, at.direction === "sent" ? "takes fewer kinds of values." : "may have a value of another kind.")]
}

const typesOf = ({ type, enum: values, const: value }: Schema): string[] =>
  type === undefined ? (typeof (value ?? values?.[0]) === "string" ? ["string"] : []) : [type].flat()

function typeBreaks(old: Schema, now: Schema, at: Comparison): string[] {
  const [wanted, allowed] = at.direction === "sent" ? [typesOf(old), typesOf(now)] : [typesOf(now), typesOf(old)]
  if (allowed.length === 0) return []
  if (wanted.length === 0) return [says(at, `is of any type ${at.direction === "sent" ? "no more" : "now"}.`)]
  const missing = wanted.filter(type => !allowed.includes(type) && !(type === "integer" && allowed.includes("number")))
  if (missing.length === 0) return []
  return [says(at, at.direction === "sent" ? `no longer takes ${missing.join(", ")}.` : `may be ${missing.join(", ")} now.`)]
}

const valuesOf = ({ enum: values, const: value }: Schema): unknown[] | undefined => values ?? (value === undefined ? undefined : [value])

/** A list of values was replaced by any text or number within limits. Only the former values count: clients send no others. */
const isOpened = (old: Schema, now: Schema, { direction }: Pick<Comparison, "direction">) =>
  direction === "sent" && valuesOf(old) !== undefined && valuesOf(now) === undefined

/** Clients are told to expect further values of what they receive. */
function valueBreaks(old: Schema, now: Schema, at: Comparison): string[] {
  const [before, after] = [old, now].map(valuesOf)
  if (at.direction === "received") {
    const isFixed = old.const !== undefined && old.const !== now.const
    return isFixed ? [says(at, `is not always ${JSON.stringify(old.const)} now.`)] : []
  }
  if (after === undefined) return (before ?? []).filter(value => !isWithin(value, now)).map(value => says(at, noLonger(value)))
  if (before === undefined) return [says(at, `takes only ${after.join(", ")} now.`)]
  const removed = before.filter(value => value !== null && !after.includes(value))
  return removed.map(value => says(at, noLonger(value)))
}

const noLonger = (value: unknown) => `no longer takes ${JSON.stringify(value)}.`

/** Whether the limits and the pattern take a value. Nobody can compute what a format takes. Types are compared on their own. */
function isWithin(value: unknown, { pattern, format, ...limits }: Schema): boolean {
  if (typeof value === "number") return value >= (limits.minimum ?? -Infinity) && value <= (limits.maximum ?? Infinity)
  if (typeof value !== "string") return true
  const { length } = Array.from(value)
  const isLong = length >= (limits.minLength ?? 0) && length <= (limits.maxLength ?? Infinity)
  return isLong && format === undefined && (pattern === undefined || new RegExp(pattern, "u").test(value))
}

const lowest = ["minimum", "minLength", "minItems"] as const
const highest = ["maximum", "maxLength", "maxItems"] as const

function limitBreaks(old: Schema, now: Schema, at: Comparison): string[] {
  const least = (schema: Schema, name: (typeof lowest)[number]) => schema[name] ?? (name === "minimum" ? -Infinity : 0)
  const raised = lowest.filter(name => least(now, name) > least(old, name))
  const lowered = highest.filter(name => (now[name] ?? Infinity) < (old[name] ?? Infinity))
  return [...raised, ...lowered].map(name => says(at, `has the ${name} ${now[name]} instead of ${old[name] ?? "none"}.`))
}

function defaultBreaks(old: Schema, now: Schema, at: Comparison): string[] {
  if (old.default === undefined || JSON.stringify(old.default) === JSON.stringify(now.default)) return []
  return [says(at, `means ${JSON.stringify(now.default)} instead of ${JSON.stringify(old.default)} where it is left out.`)]
}

/** Whether a text in the new form always has the old one can't be computed, so every change of it counts. */
function formBreaks(old: Schema, now: Schema, at: Comparison): string[] {
  return (["pattern", "format"] as const).flatMap(name => {
    const isLooser = at.direction === "sent" ? now[name] === undefined : old[name] === undefined
    return isLooser || old[name] === now[name]
      ? []
      : [says(at, `has the ${name} ${now[name] ?? "none"} instead of ${old[name] ?? "none"}.`)]
  })
}

function fieldBreaks(old: Schema, now: Schema, at: Comparison): string[] {
  const [before, after] = [old.properties ?? {}, now.properties ?? {}]
  const inField = (name: string): Comparison => ({ ...at, path: at.path.endsWith(":") ? `${at.path} ${name}` : `${at.path}.${name}` })
  const isOpen = at.direction === "sent" && now.additionalProperties !== false && now.type === "object" && Object.keys(after).length === 0
  const removed = Object.keys(before).filter(name => !(name in after) && !isOpen)
  const [needed, kept] = [now.required ?? [], old.required ?? []]
  const demanded = at.direction === "sent" ? needed.filter(name => !kept.includes(name)) : []
  const dropped = at.direction === "received" ? kept.filter(name => name in after && !needed.includes(name)) : []
  const entries = [old.additionalProperties, now.additionalProperties].map(each => (typeof each === "object" ? each : undefined))
  return [
    ...removed.map(name => says(inField(name), at.direction === "sent" ? "is no longer taken." : "is missing.")),
    ...demanded.map(name => says(inField(name), "is required now.")),
    ...dropped.map(name => says(inField(name), "may be missing now.")),
    ...(entries[0] && entries[1] ? schemaBreaks(entries[0], entries[1], { ...at, path: `${at.path}.*` }) : []),
    ...(at.direction === "sent" && entries[0] && now.additionalProperties === false
      ? [says(at, "no longer takes fields of any name.")]
      : []),
    ...Object.keys(before).flatMap(name => (after[name] ? schemaBreaks(before[name]!, after[name], inField(name)) : [])),
  ]
}
