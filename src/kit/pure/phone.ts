import { parsePhoneNumberFromString } from "libphonenumber-js/max"
import { z } from "zod"

/** Any international notation of a possible number, stored as E.164. Not checked against assigned ranges: they change too often. */
export const Phone = z
  .string()
  .max(50, "must have at most 50 characters")
  .transform((text, ctx) => {
    const number = parsePhoneNumberFromString(text, { extract: false })
    if (number?.isPossible() && number.ext === undefined) return number.number as string
    ctx.addIssue({ code: "custom", message: "must be a phone number in international format, such as +14155552671" })
    return z.NEVER
  })
  .meta({ description: "International format; kept as E.164", example: "+14155552671" })
