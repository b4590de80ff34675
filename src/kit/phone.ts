import { parsePhoneNumberFromString } from "libphonenumber-js/max"
import { z } from "zod"

/** Any international writing of a number that exists, kept as E.164. */
export const Phone = z
  .string()
  .max(50, "must have at most 50 characters")
  .transform((text, ctx) => {
    const number = parsePhoneNumberFromString(text, { extract: false })
    if (number?.isValid()) return number.number as string
    ctx.addIssue({ code: "custom", message: "must be a phone number in international format, such as +14155552671" })
    return z.NEVER
  })
  .meta({ description: "International format; kept as E.164", example: "+14155552671" })
