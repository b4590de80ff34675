import { z } from "zod"
import { common, Country, Currency, Id, Metadata, Reference, text, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { PostalAddress } from "../../kit/pure/postal-address.ts"
import { accountStatuses, accountTypes, owners } from "./values.ts"

/** The whole number is written once and never shown again. */
export const BankAccount = z
  .object({
    _id: Id,
    holder: z.string(),
    country: z.string(),
    currency: Currency,
    owner: z.enum(owners),
    contact: Id.nullable(),
    partnership: Id.nullable(),
    masked: z.string().meta({ description: "The last digits of the IBAN or the account number", example: "•••• 3000" }),
    bic: z.string().nullable(),
    routing: z.string().nullable().meta({ description: "The bank and the branch, without spaces and dashes" }),
    accountType: z.enum(accountTypes).nullable(),
    address: PostalAddress.nullable().meta({ description: "The holder's address, for payment files" }),
    status: z.enum(accountStatuses),
    shownToPayers: z.boolean().meta({ description: "Whether the payment page shows its whole number to payers who pay by bank transfer" }),
    pixKey: z.string().nullable().meta({ description: "Its Pix key, which the payment page shows as a QR code with the amount" }),
    version: Version,
    ...common,
  })
  .meta({ id: "BankAccount" })
export type BankAccount = z.output<typeof BankAccount>

/** How other objects show the account that they use. */
export const MaskedAccount = z
  .object({ _id: Id, masked: z.string() })
  .meta({ example: { _id: "69e3b0c44298fc1c149afbf4", masked: "•••• 3000" } })
export type MaskedAccount = z.output<typeof MaskedAccount>

const holder = text(140, 1)
  .refine(name => name.trim() === name, "must not begin or end with a space")
  .meta({ description: "The name that the account is held in", example: "Ana Souza" })

const accountType = z
  .enum(accountTypes, `must be one of ${accountTypes.join(", ")}`)
  .meta({ description: "For NACHA files to an account in the US; checking when absent" })

export const NewBankAccount = z
  .object({
    holder,
    country: Country,
    currency: Currency,
    iban: text(50, 1).optional().meta({ description: "Instead of accountNumber and routing", example: "DE89370400440532013000" }),
    bic: text(20, 1).optional().meta({ example: "COBADEFFXXX" }),
    accountNumber: text(50, 1).optional().meta({ description: "In Mexico the CLABE; in Brazil with its check digit" }),
    routing: text(50, 1).optional().meta({ description: "ABA number, sort code, BSB; in Brazil the codes of bank and branch: 341-2545" }),
    accountType: accountType.optional(),
    address: PostalAddress.optional().meta({
      description: "The holder's address; payment files to banks outside the European Economic Area need it",
    }),
    owner: z.enum(owners, `must be one of ${owners.join(", ")}`),
    contact: Reference("Contact id or e-mail, for the owner contact").optional(),
    partnership: Reference("Partnership id, code or name, for the owner partnership").optional(),
    metadata: Metadata.default({}),
  })
  .meta({ example: { holder: "Escola Azul Ltda", country: "DE", currency: "EUR", iban: "DE89370400440532013000", owner: "self" } })

/** The number never changes: another number is another account. */
export const BankAccountChange = z
  .object({ holder, accountType: accountType.nullable(), address: PostalAddress.nullable(), metadata: Metadata })
  .partial()

export const ShowToPayers = z
  .object({
    pixKey: text(77, 1)
      .nullish()
      .meta({ description: "For an account in BRL: e-mail, +55 phone number, CPF, CNPJ or random key; null removes it" }),
  })
  .meta({ example: {} })

export const bankAccountFilters = {
  owner: by.oneOf("owner", owners),
  contact: by.text("contact_id"),
  partnership: by.text("partnership_id"),
  country: by.text("country"),
  currency: by.currency("currency"),
  status: by.oneOf("status", accountStatuses),
  holder: by.text("holder"),
  shownToPayers: by.boolean("shown_to_payers"),
  ...commonFilters,
}
