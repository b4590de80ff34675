import { parsePhoneNumberFromString } from "libphonenumber-js/max"
import { z } from "zod"

const Text = z.string().max(50, "must have at most 50 characters")
const about = { description: "International format; kept as E.164", example: "+14155552671" }

/** Any international notation of a possible number, stored as E.164. Not checked against assigned ranges: they change too often. */
export const Phone = Text.transform(toE164).meta(about)

/** For a change: "" removes the number. */
export const ChangedPhone = Text.transform((text, ctx) => (text === "" ? text : toE164(text, ctx))).meta({
  ...about,
  description: `${about.description}; "" removes it`,
})

function toE164(text: string, ctx: z.RefinementCtx): string {
  const number = parsePhoneNumberFromString(text, { extract: false })
  if (number?.isPossible() && number.ext === undefined) return number.number
  ctx.addIssue({ code: "custom", message: "must be a phone number in international format, such as +14155552671" })
  return z.NEVER
}
