import type { Schema } from "../../src/http/openapi/json-schema.ts"
import type { Random } from "../random.ts"

/** Text that JSON gets as it is: numbers that no double can have, or brackets without an end. */
class Raw {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}
/** The fields of an object. Unlike an object it can have a name twice, and __proto__. */
export class Fields {
  readonly pairs: [string, unknown][]
  constructor(pairs: [string, unknown][]) {
    this.pairs = pairs
  }
}

/** None if a hostile value is in the place of the object. */
export const pairsOf = (value: unknown): [string, unknown][] => (value instanceof Fields ? value.pairs : [])

export function toJson(value: unknown): string {
  if (value instanceof Raw) return value.text
  if (value instanceof Fields) return `{${value.pairs.map(([name, each]) => `${JSON.stringify(name)}:${toJson(each)}`).join()}}`
  if (Array.isArray(value)) return `[${value.map(toJson).join()}]`
  return JSON.stringify(value) ?? "null"
}

export const hostileTexts = [
  "",
  " ",
  "\0",
  "a\0b",
  "\ud800",
  "\udc00\ud800",
  "\u202eabc\u202c",
  "\u200b\u200d\ufeff",
  "e\u0301 é",
  "😀".repeat(60),
  "İıſK",
  "\r\nX-Injected: 1",
  "'; drop table contacts; --",
  "%00%27%20or%201=1",
  "${jndi:ldap://127.0.0.1/a}{{7*7}}",
  "<script>alert(1)</script>",
  "../../../etc/passwd",
  "\\u0000\\",
  "NaN",
  "Infinity",
  "-0",
  "1e309",
  "0x10",
  "١٢٣",
  "__proto__",
  "constructor",
  "null",
  "9999-12-31T23:59:60Z",
  "2027-02-30T00:00:00Z",
  "0000-00-00",
  "a".repeat(201),
  "a".repeat(70_000),
  "[".repeat(500),
]

const nested = (open: string, close: string, levels: number) => new Raw(`${open.repeat(levels)}1${close.repeat(levels)}`)
const hostileValues: readonly unknown[] = [
  null,
  true,
  false,
  [],
  new Fields([]),
  0,
  -1,
  1.5,
  2 ** 31,
  2 ** 53 - 1,
  2 ** 53,
  -(2 ** 53),
  new Raw("9007199254740993"),
  new Raw("1e400"),
  new Raw("-0"),
  new Raw("1E2"),
  new Raw(`1${"0".repeat(400)}`),
  new Raw("0.1e-400"),
  nested("[", "]", 63),
  nested("[", "]", 5_000),
  nested('{"a":', "}", 60),
  new Fields([["__proto__", new Fields([["isAdmin", true]])]]),
  new Fields([["constructor", new Fields([["prototype", 1]])]]),
  new Fields([
    ["a", 1],
    ["a", 2],
  ]),
  new Raw("nul"),
  new Raw('"\\u12"'),
]

const hostileValue = (random: Random) => (random.chance(0.5) ? random.pick(hostileTexts) : random.pick(hostileValues))

/** `hostility` is the share of values that are replaced by others. `ids` are objects of the tenant, by the names of fields. */
type Wanted = { random: Random; hostility: number; ids: Readonly<Record<string, string>> }

/** A value for a schema: valid, at a bound, or, as often as `hostility` says, anything else. */
export function valueFor(schema: Schema, name: string, wanted: Wanted): unknown {
  const { random, hostility } = wanted
  if (random.chance(hostility)) return hostileValue(random)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return valueFor(random.pick(choices)!, name, wanted)
  if (schema.allOf) return valueFor(schema.allOf[0]!, name, wanted)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return random.pick(schema.enum)
  if (schema.examples && random.chance(0.5)) return schema.examples[0]
  const type = random.pick([schema.type ?? "object"].flat())!
  return byType[type]?.(schema, name, wanted) ?? null
}

const byType: Record<string, (schema: Schema, name: string, wanted: Wanted) => unknown> = {
  object,
  array,
  string: text,
  integer: number,
  number,
  boolean: (_schema, _name, { random }) => random.chance(0.5),
  null: () => null,
}

const extraNames = ["__proto__", "constructor", "prototype", "toString", "_id", "tenantId", "status", "version", "", "\0", "é", "$gt"]

function object({ properties = {}, required = [], additionalProperties }: Schema, _name: string, wanted: Wanted): Fields {
  const { random, hostility } = wanted
  const names = Object.keys(properties).filter(name => (required.includes(name) ? !random.chance(hostility / 2) : random.chance(0.3)))
  const pairs = names.map((name): [string, unknown] => [name, valueFor(properties[name]!, name, wanted)])
  if (additionalProperties && Object.keys(properties).length === 0)
    for (let n = random.whole(0, 3); n > 0; n--)
      pairs.push([random.pick(["term", "till", ...hostileTexts])!, valueFor(additionalProperties, "", wanted)])
  if (random.chance(hostility)) pairs.push([random.pick(extraNames)!, hostileValue(random)])
  if (pairs.length > 0 && random.chance(hostility / 2)) pairs.push([random.pick(pairs)![0], hostileValue(random)])
  return new Fields(pairs)
}

function array({ items = {}, minItems = 0, maxItems = 4 }: Schema, name: string, wanted: Wanted): unknown[] {
  const { random } = wanted
  const length = random.weighted({ least: 6, some: 4, most: random.chance(wanted.hostility) ? 2 : 0 })
  const n = { least: Math.max(1, minItems), some: random.whole(minItems, Math.min(maxItems, 4)), most: Math.min(maxItems + 1, 1_000) }[
    length
  ]
  return Array.from({ length: n }, () => valueFor(items, name.replace(/s$/, ""), wanted))
}

function number({ minimum = 0, maximum = 2 ** 53 - 1 }: Schema, _name: string, { random }: Wanted): number {
  const bounds = [minimum, minimum - 1, minimum + 1, maximum, maximum + 1]
  return random.chance(0.85) ? random.whole(Math.max(minimum, 1), Math.min(maximum, 5_000)) : random.pick(bounds)!
}

function text(schema: Schema, name: string, wanted: Wanted): string {
  const { random, ids } = wanted
  if (schema.format === "date-time") return timeNear(random)
  if (schema.format === "date") return timeNear(random).slice(0, 10)
  if (schema.format === "email") return `payer-${random.whole(0, 5_000)}@example.com`
  if (schema.format === "uri") return random.pick(["https://example.com/hooks", "http://127.0.0.1:1/", "ftp://x", "https://[::1]/"])!
  const named = ids[name]
  if (named !== undefined && random.chance(0.9)) return named
  if (schema.pattern?.includes("[0-9a-f]{24}")) return random.pick(Object.values(ids))!
  const known = samples[name]
  if (known && random.chance(0.8)) return random.pick(known)!
  const { minLength = 1, maxLength = 40 } = schema
  const length = random.chance(0.9) ? random.whole(minLength, Math.min(maxLength, minLength + 12)) : random.pick([minLength, maxLength])!
  return Array.from({ length: Math.min(length, 5_000) }, () => random.pick(letters)).join("")
}
const letters = ["abcdefgh", "x", " ", "A", "0", "1", "-", ".", "/", "@", "é", "漢", "😀", "ß"]

const samples: Record<string, readonly string[]> = {
  currency: ["EUR", "BRL", "USD", "JPY", "BHD", "XXX", "eur"],
  country: ["DE", "BR", "US", "PT", "XX"],
  iban: ["DE89370400440532013000", "DE02120300000000202051", "DE89370400440532013001"],
  method: ["card", "cash", "pix", "bank-transfer", "manual", "bank-file"],
  token: ["tok_success", "tok_declined", "tok_processing_then_success", "tok_dispute", "tok_unknown"],
  phone: ["+14155552671", "+5511987654321", "123"],
  timezone: ["UTC", "America/Sao_Paulo", "Mars/Olympus"],
  scheme: ["sepa", "ach", "core"],
  role: ["viewer", "finance", "approver", "nobody"],
  month: ["2026-10", "2026-13", "1999-01"],
  advance: ["PT1H", "P1D", "P9999Y", "-P1D"],
}

/** Mostly in the next years, sometimes at the ends of what is allowed. */
function timeNear(random: Random): string {
  const ends = ["0001-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z", "2028-02-29T23:59:59-12:00", "2027-03-28T02:30:00+01:00"]
  return random.chance(0.9) ? new Date(Date.UTC(2027, 0, 1) + random.whole(0, 1_000) * 86_400_000).toISOString() : random.pick(ends)!
}
