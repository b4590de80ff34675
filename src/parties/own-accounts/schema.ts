import { z } from "zod"
import { common, Country, Currency, Id, Metadata, Name, text, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { PostalAddress } from "../../kit/pure/postal-address.ts"
import { ownAccountStatuses, profileNames } from "./values.ts"

const Company = z
  .object({
    id: z
      .string()
      .regex(/^[A-Z0-9 ]{10}$/, "must be the 10 characters that the bank assigned, such as 1123456789")
      .refine(id => id.trim() !== "", "must not be blank")
      .meta({ description: "The company id for NACHA files, as the bank assigned it" }),
    name: text(16, 1)
      .regex(/^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/, "must be ASCII text without a space at its ends")
      .meta({ description: "The company's name for NACHA files, up to 16 characters" }),
  })
  .meta({ example: { id: "1123456789", name: "ESCOLA AZUL" } })
export type Company = z.output<typeof Company>

/** The whole number is written once and never shown again. */
export const OwnAccount = z
  .object({
    _id: Id,
    name: z.string(),
    holder: z.string(),
    country: z.string(),
    currency: Currency,
    masked: z.string().meta({ description: "The last digits of the IBAN or the account number", example: "•••• 3000" }),
    bic: z.string().nullable(),
    routing: z.string().nullable(),
    company: Company.nullable(),
    creditorId: z.string().nullable().meta({ description: "The creditor id, for SEPA direct debits" }),
    address: PostalAddress.nullable(),
    profile: z.enum(profileNames).nullable().meta({ description: "How the bank wants payment files; null: none are made for it" }),
    status: z.enum(ownAccountStatuses),
    version: Version,
    ...common,
  })
  .meta({ id: "OwnAccount" })
export type OwnAccount = z.output<typeof OwnAccount>

const holder = text(140, 1)
  .refine(name => name.trim() === name && !/\p{Cc}/u.test(name), "must be one line without a space at its ends")
  .meta({ description: "The name that the account is held in, which payment files carry", example: "Escola Azul Lda" })
const bic = text(20, 1).meta({ example: "COBADEFFXXX" })
const creditorId = text(50, 1).meta({ description: "For SEPA direct debits; its check digits are checked", example: "DE98ZZZ09999999999" })
const profile = z
  .enum(profileNames, `must be one of ${profileNames.join(", ")}`)
  .nullable()
  .meta({ description: "How the bank wants payment files; null: make none for it" })

export const NewOwnAccount = z
  .object({
    name: Name.meta({ description: "What your people call it", example: "Main account" }),
    holder: holder.optional().meta({ description: "The name that the account is held in; the name when absent" }),
    currency: Currency,
    country: Country.optional().meta({ description: "The IBAN's country when absent, and US for an account with routing" }),
    iban: text(50, 1).optional().meta({ description: "Instead of account and routing", example: "DE89370400440532013000" }),
    bic: bic.optional(),
    account: text(50, 1).optional().meta({ description: "The account number, where there is no IBAN" }),
    routing: text(50, 1).optional().meta({ description: "ABA number, sort code, BSB; in Brazil the codes of bank and branch: 341-2545" }),
    company: Company.optional().meta({ description: "Required for NACHA files" }),
    creditorId: creditorId.optional(),
    address: PostalAddress.optional(),
    profile: profile.optional().meta({
      description: "How the bank wants payment files; when absent, sepa for an IBAN in EUR, nacha for a US account with company, else null",
    }),
    metadata: Metadata.default({}),
  })
  .meta({ example: { name: "Main account", currency: "EUR", iban: "DE89370400440532013000", bic: "COBADEFFXXX" } })
export type NewOwnAccount = z.output<typeof NewOwnAccount>

/** The number never changes: another number is another account. */
export const OwnAccountChange = z
  .object({
    name: Name,
    holder,
    bic: bic.nullable(),
    company: Company.nullable(),
    creditorId: creditorId.nullable(),
    address: PostalAddress.nullable(),
    profile,
    metadata: Metadata,
  })
  .partial()
export type OwnAccountChange = z.output<typeof OwnAccountChange>

export const ownAccountFilters = {
  name: by.text("name"),
  country: by.text("country"),
  currency: by.currency("currency"),
  profile: by.oneOf("profile", profileNames),
  status: by.oneOf("status", ownAccountStatuses),
  ...commonFilters,
}
