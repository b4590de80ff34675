import { z } from "zod"
import { isCountry } from "./countries.ts"
import { isCurrency } from "./money.ts"

/** The schemas that every resource is built from, with the sentences that callers read. */

export const Id = z.string().regex(/^[0-9a-f]{24}$/, "must be an id of 24 hexadecimal digits")

const minorUnits = "In the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY"
export const Amount = z.int("must be a whole number of minor units").meta({ description: minorUnits })

/** A sum of amounts. Unlike an amount it may exceed 2^53 − 1, and then the request is refused with GEN-1020. */
export const Total = z.number().meta({ type: "integer", description: minorUnits })

export const Currency = z
  .string()
  .refine(isCurrency, "must be an ISO 4217 currency code such as BRL")
  .meta({ description: "ISO 4217 code", example: "BRL" })

export const Country = z.string().refine(isCountry, "must be an ISO 3166-1 code such as DE").meta({ example: "DE" })

/** The range that PostgreSQL stores and a four-digit year can express. */
const [minTime, maxTime] = [new Date("0001-01-01T00:00:00Z"), new Date("9999-12-31T23:59:59.999Z")]

const timeRule = "must be an ISO 8601 date and time with a zone, such as 2027-01-31T12:00:00Z"
/** Zod's own patterns: with seconds, and with minutes only. */
const timePatterns = [{}, { precision: -1 }].map(precision => z.regexes.datetime({ offset: true, ...precision }))

/** Input: ISO 8601 with a zone; seconds are optional. */
export const Timestamp = z
  .string(timeRule)
  .refine(text => timePatterns.some(pattern => pattern.test(text)), timeRule)
  .meta({ format: "date-time" })
  .transform(text => new Date(text))
  .refine(time => time >= minTime && time <= maxTime, "must lie within the years 1 to 9999")
  .meta({ description: "ISO 8601 with a zone; seconds are optional", example: "2027-01-31T12:00:00Z" })

/** Output. */
export const UtcTimestamp = z
  .string()
  .meta({ format: "date-time", description: "UTC with milliseconds", example: "2027-01-31T12:00:00.000Z" })

export const text = (max: number, min = 0) =>
  z
    .string()
    .min(min, min === 1 ? "must not be empty" : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)

/** People find an object by its name in lists, so it has no blanks around it, and is not made of invisible characters. */
export const Name = text(200, 1)
  .trim()
  .refine(name => /[\p{L}\p{N}\p{P}\p{S}]/u.test(name), "must not be blank")

/** As HTML's e-mail field, but with a dot in the domain, and no leading, trailing or doubled dot in the local part. */
const emailPattern =
  /^(?!\.|.*\.\.|.*\.@)[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/i

export const Email = z
  .email({ pattern: emailPattern, error: "must be an e-mail address" })
  .max(254, "must have at most 254 characters")
  .meta({ description: "E-mail address", example: "ana@example.com" })

/** A smart reference: an id, an e-mail, a code or a name, depending on the field. */
export const Reference = (description: string) => text(320, 1).meta({ description })

export const maxMetadataEntries = 50
export const Metadata = z
  .record(text(100, 1), text(500))
  .refine(entries => Object.keys(entries).length <= maxMetadataEntries, `must have at most ${maxMetadataEntries} entries`)
  .meta({ description: "Up to 50 strings of up to 500 characters, yours to use", example: { term: "spring" } })

/** The fields of every object. */
export const common = { createdAt: UtcTimestamp, updatedAt: UtcTimestamp, metadata: Metadata }

export const Version = z.int().meta({ description: "Grows with every change; send it as If-Match to refuse a stale update" })
