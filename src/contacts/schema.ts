import { z } from "zod"
import { common, Email, Id, Metadata, text, Version } from "../kit/fields.ts"
import { by, commonFilters } from "../kit/filters.ts"
import { Phone } from "../kit/phone.ts"

/** The payer. Found by id or, in any case, by e-mail. */
const profile = { firstName: text(200), lastName: text(200), phone: Phone }
const Profile = z.strictObject(profile).partial()

export const Contact = z
  .object({
    _id: Id,
    email: Email,
    profile: z.object({ ...profile, phone: z.string() }).partial(),
    version: Version,
    ...common,
  })
  .meta({ id: "Contact" })
export type Contact = z.output<typeof Contact>

export const NewContact = z.object({ email: Email, profile: Profile, metadata: Metadata.default({}) })

/** What is sent changes, the rest stays; a metadata entry set to "" goes. */
export const ContactChange = z.object({ email: Email, profile: Profile, metadata: Metadata }).partial()

export const contactFilters = { email: by.anyCase("email_key"), ...commonFilters }
