import { z } from "zod"
import { Amount, common, Currency, Id, Metadata, Name, Reference, text, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { NewTax, Tax } from "../../kit/pure/tax.ts"

const Price = z.strictObject({ amount: Amount.min(0, "must not be negative"), currency: Currency })

/** A catalogue entry. It is found by id or by name, regardless of case. */
export const Service = z
  .object({
    _id: Id,
    name: z.string(),
    description: z.string(),
    category: z.string(),
    price: z.object({ amount: Amount, currency: Currency }).nullable(),
    supplier: Id.nullable().meta({ description: "The partnership that provides it" }),
    tax: Tax.nullable().meta({ description: "The tax that the price includes; lines and order items copy it" }),
    version: Version,
    ...common,
  })
  .meta({ id: "Service" })
export type Service = z.output<typeof Service>

const fields = {
  name: Name,
  description: text(2000).default(""),
  category: text(100).default(""),
  price: Price.nullish(),
  supplier: Reference("Partnership id, code, name or the beginning of its name").nullish(),
  tax: NewTax.nullish(),
}

export const NewService = z
  .object({ ...fields, metadata: Metadata.default({}) })
  .meta({ example: { name: "Spring course", price: { amount: 125000, currency: "BRL" } } })

/** Only the sent fields change; null clears one. Orders keep what they copied. */
export const ServiceChange = z.object({ ...fields, description: text(2000), category: text(100), metadata: Metadata }).partial()

export const serviceFilters = {
  name: by.anyCase("name_key"),
  category: by.text("category"),
  supplier: by.text("supplier_id"),
  ...commonFilters,
}
