import { z } from "zod"
import { Amount, common, Country, Currency, Email, Id, Metadata, Name, text, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { Locale, locales } from "../../kit/pure/mail-settings.ts"
import { kinds } from "./values.ts"

/** What a partner is owed of a line: a percentage in basis points, or a fixed amount. */
export const SplitTerms = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("percentage"),
    basisPoints: z
      .int("must be a whole number")
      .min(1, "must be at least 1")
      .max(10_000, "must be at most 10000, which is 100 %")
      .meta({ description: "Hundredths of a percent: 250 is 2.5 %" }),
  }),
  z.strictObject({ type: z.literal("fixed"), amount: Amount.min(1, "must be at least 1"), currency: Currency }),
])
export type SplitTerms = z.output<typeof SplitTerms>

export const Partnership = z
  .object({
    _id: Id,
    name: z.string(),
    code: z.string(),
    kind: z.enum(kinds),
    email: z.string().nullable(),
    country: z.string().nullable(),
    currency: z.string().nullable(),
    team: Id.nullable(),
    splitTerms: SplitTerms.nullable(),
    locale: Locale.nullable().meta({ description: "The language of mails to it; null: the language of the tenant's settings" }),
    version: Version,
    ...common,
  })
  .meta({ id: "Partnership" })
export type Partnership = z.output<typeof Partnership>

const details = {
  email: Email.nullish(),
  country: Country.nullish(),
  currency: Currency.nullish(),
  team: Id.nullish(),
  splitTerms: SplitTerms.nullish().meta({ description: "What the partner is owed of each line that it supplies" }),
  locale: Locale.nullish(),
}
const code = text(50, 1)
  .regex(/^[\w.-]+$/, "must consist of letters, digits, dots, dashes and underscores")
  .meta({ example: "CASA-VERDE" })

export const NewPartnership = z
  .object({ name: Name, code, kind: z.enum(kinds, `must be one of ${kinds.join(", ")}`), ...details, metadata: Metadata.default({}) })
  .meta({ example: { name: "Casa Verde", code: "CASA-VERDE", kind: "supplier", splitTerms: { type: "percentage", basisPoints: 1500 } } })

/** Only the sent fields change; null clears one. */
export const PartnershipChange = z.object({ name: Name, code, kind: z.enum(kinds), ...details, metadata: Metadata }).partial()

export const partnershipFilters = {
  name: by.anyCase("name_key"),
  code: by.anyCase("code_key"),
  kind: by.oneOf("kind", kinds),
  email: by.anyCase("lower(email)"),
  country: by.text("country"),
  currency: by.currency("currency"),
  locale: by.oneOf("locale", locales),
  team: by.text("team_id"),
  ...commonFilters,
}
