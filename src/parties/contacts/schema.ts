import { z } from "zod"
import { common, Currency, Email, Id, Metadata, text, Total, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { Locale, locales } from "../../kit/pure/mail-settings.ts"
import { ChangedPhone, Phone } from "../../kit/pure/phone.ts"

const profile = { firstName: text(200), lastName: text(200), phone: Phone }
const Profile = z.strictObject(profile).partial()
const ChangedProfile = z.strictObject({ ...profile, phone: ChangedPhone }).partial()

/** The payer. It is found by id or by e-mail, regardless of case. */
export const Contact = z
  .object({
    _id: Id,
    email: Email,
    profile: z.object({ ...profile, phone: z.string() }).partial(),
    credit: z.record(Currency, Total).meta({
      description: "What was received from the contact beyond what was due, by currency; {} when there is none",
      example: { BRL: 1200 },
    }),
    locale: Locale.nullable().meta({ description: "The language of mails to it; null: the language of the tenant's settings" }),
    erasedAt: UtcTimestamp.nullable().meta({
      description: "When its personal data was erased; then the name and the e-mail are placeholders",
    }),
    draft: z.boolean().meta({
      description: "A visitor of a payment link gave this e-mail, and has not paid yet; it is erased after 7 days unless they do",
    }),
    version: Version,
    ...common,
  })
  .meta({ id: "Contact" })
export type Contact = z.output<typeof Contact>

export const NewContact = z.object({ email: Email, profile: Profile, locale: Locale.nullish(), metadata: Metadata.default({}) })

/** Only the sent fields change; a phone or a metadata entry set to "" is removed. */
export const ContactChange = z.object({ email: Email, profile: ChangedProfile, locale: Locale.nullable(), metadata: Metadata }).partial()

export const contactFilters = {
  email: by.anyCase("email_key"),
  locale: by.oneOf("locale", locales),
  draft: by.boolean("is_draft"),
  ...commonFilters,
}
