import { z } from "zod"
import { isCurrency } from "./money.ts"

/** The shapes that every resource is made of, with the sentences a caller reads when they do not fit. */

export const Id = z.string().regex(/^[0-9a-f]{24}$/, "must be an id of 24 hexadecimal digits")

export const Amount = z
  .int("must be a whole number of minor units")
  .meta({ description: "Whole number of the currency's minor unit: 1250 is 12.50 in BRL, 1250 in JPY" })

export const Currency = z
  .string()
  .refine(isCurrency, "must be an ISO 4217 currency code such as BRL")
  .meta({ description: "ISO 4217 code", example: "BRL" })

/** What PostgreSQL keeps and four digits can say. */
const [firstTime, lastTime] = [new Date("0001-01-01T00:00:00Z"), new Date("9999-12-31T23:59:59.999Z")]

/** What comes in has a zone; what goes out is UTC with milliseconds. */
export const Timestamp = z.iso
  .datetime({ offset: true, error: "must be an ISO 8601 date and time with a zone, such as 2027-01-31T12:00:00Z" })
  .transform(text => new Date(text))
  .refine(time => time >= firstTime && time <= lastTime, "must lie within the years 1 to 9999")
  .meta({ description: "ISO 8601 with a zone", example: "2027-01-31T12:00:00Z" })

export const Moment = z.string().meta({ format: "date-time", description: "UTC with milliseconds", example: "2027-01-31T12:00:00.000Z" })

export const text = (most: number, least = 0) =>
  z
    .string()
    .min(least, least === 1 ? "must not be empty" : `must have at least ${least} characters`)
    .max(most, `must have at most ${most} characters`)

/** As a browser's own field takes it, with a dot in the domain and none at either end of the name or doubled in it. */
const address = /^(?!\.|.*\.\.|.*\.@)[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+[a-z\d](?:[a-z\d-]{0,61}[a-z\d])$/i

export const Email = z
  .email({ pattern: address, error: "must be an e-mail address" })
  .max(254, "must have at most 254 characters")
  .meta({ description: "E-mail address", example: "ana@example.com" })

/** An id, an e-mail, a code or a name, depending on the field. */
export const Reference = (description: string) => text(320, 1).meta({ description })

export const metadataMost = 50
export const Metadata = z
  .record(text(100, 1), text(500))
  .refine(entries => Object.keys(entries).length <= metadataMost, `must have at most ${metadataMost} entries`)
  .meta({ description: "Up to 50 strings of up to 500 characters, yours to use", example: { term: "spring" } })

/** What every object carries. */
export const common = { createdAt: Moment, updatedAt: Moment, metadata: Metadata }

export const Version = z.int().meta({ description: "Grows with every change; send it as If-Match to refuse a stale update" })
