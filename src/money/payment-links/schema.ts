import { z } from "zod"
import {
  Amount,
  common,
  Currency,
  Email,
  Id,
  Metadata,
  Name,
  Reference,
  text,
  Timestamp,
  UtcTimestamp,
  Version,
} from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { Tax } from "../../kit/pure/tax.ts"
import { availabilities, fieldTypes, linkStatuses, purchaseStatuses } from "./values.ts"

/** The most units of all lines together in one purchase: each is an item of the order and a line of the payment intent. */
export const maxUnits = 100
const Count = z.int().min(0, "must not be negative").max(maxUnits, `must be at most ${maxUnits}`)
const stock = z.int().min(0, "must not be negative").max(1_000_000_000).nullish().meta({ description: "Units in all; null: no limit" })

const QuantityRange = z
  .strictObject({ min: Count, max: Count.min(1, "must be at least 1") })
  .refine(({ min, max }) => min <= max, "min must not be larger than max")
  .meta({ description: "How many units a payer may choose; a minimum of 0 makes the line optional" })

const NewLinkLine = z.strictObject({
  service: Reference("Service id or name"),
  amount: Amount.min(1, "must be at least 1").optional().meta({ description: "The price of a unit; by default that of the service" }),
  quantity: QuantityRange.default({ min: 1, max: 1 }),
  stock,
})

export const LinkLine = z.object({
  _id: Id,
  service: Id,
  name: z.string(),
  category: z.string(),
  supplier: Id.nullable(),
  tax: Tax.nullable(),
  amount: Amount.nullable().meta({ description: "The price of a unit; null if the payer chooses the amount" }),
  quantity: z.object({ min: z.int(), max: z.int() }),
  stock: z.int().nullable(),
  taken: z.int().meta({ description: "Units that purchases hold or have paid" }),
})
export type LinkLine = z.output<typeof LinkLine>

const OpenAmount = z
  .strictObject({
    min: Amount.min(1, "must be at least 1"),
    max: Amount.min(1, "must be at least 1"),
    presets: z.array(Amount.min(1, "must be at least 1")).max(6).default([]).meta({ description: "Amounts that the page offers" }),
  })
  .refine(({ min, max }) => min <= max, "min must not be larger than max")
  .refine(({ min, max, presets }) => presets.every(each => each >= min && each <= max), "presets must lie between min and max")
  .meta({ description: "The payer chooses the amount of the only line, between these bounds" })
export type OpenAmount = z.output<typeof OpenAmount>

const NewCustomField = z
  .strictObject({
    key: z
      .string()
      .regex(/^[a-z][a-zA-Z0-9_]{0,39}$/, "must begin with a small letter, and have letters, digits and _ only")
      .meta({ description: "Its name in the metadata of the order and the payment intent" }),
    label: Name,
    type: z.enum(fieldTypes),
    required: z.boolean().default(false),
    options: z.array(text(100, 1)).max(30).default([]).meta({ description: "What a choice offers" }),
  })
  .refine(({ type, options }) => (type === "choice") === options.length > 0, "a choice needs options, and other fields have none")
export type CustomField = z.output<typeof NewCustomField>

const CustomField = z.object({
  key: z.string(),
  label: z.string(),
  type: z.enum(fieldTypes),
  required: z.boolean(),
  options: z.array(z.string()),
})

const fields = z
  .array(NewCustomField)
  .max(10)
  .refine(list => new Set(list.map(({ key }) => key)).size === list.length, "keys must differ")
const limits = {
  maxUses: z.int().min(1, "must be at least 1").max(1_000_000_000).nullish().meta({ description: "How many purchases it takes" }),
  opensAt: Timestamp.nullish(),
  closesAt: Timestamp.nullish(),
}
const holdMinutes = z
  .int()
  .min(10, "must be at least 10")
  .max(43_200, "must be at most 43200")
  .meta({ description: "An unpaid purchase is canceled after these minutes, and its units are free again" })

export const PaymentLink = z
  .object({
    _id: Id,
    number: z.string().meta({ example: "PL-000123" }),
    slug: z.string(),
    url: z.string().meta({ description: "The public address, which you give to payers" }),
    name: z.string(),
    description: z.string(),
    status: z.enum(linkStatuses),
    availability: z.enum(availabilities).meta({ description: "open, or why it sells nothing now" }),
    currency: Currency,
    lines: z.array(LinkLine),
    openAmount: OpenAmount.nullable(),
    fields: z.array(CustomField),
    maxUses: z.int().nullable(),
    uses: z.int().meta({ description: "Purchases that are paid, or hold their units until they are" }),
    opensAt: UtcTimestamp.nullable(),
    closesAt: UtcTimestamp.nullable(),
    holdMinutes,
    version: Version,
    ...common,
  })
  .meta({ id: "PaymentLink" })
export type PaymentLink = z.output<typeof PaymentLink>

const slug = z
  .string()
  .regex(/^[a-z0-9][a-z0-9-]{1,58}[a-z0-9]$/, "must have 3 to 60 small letters, digits and hyphens")
  .meta({ description: "The end of its public address; made at random unless given" })

export const NewPaymentLink = z
  .object({
    name: Name,
    description: text(2000).default(""),
    slug: slug.optional(),
    currency: Currency.optional().meta({ description: "By default that of the first service" }),
    lines: z.array(NewLinkLine).min(1).max(20),
    openAmount: OpenAmount.optional(),
    fields: fields.default([]),
    ...limits,
    holdMinutes: holdMinutes.default(60),
    metadata: Metadata.default({}),
  })
  .meta({ example: { name: "Spring course", slug: "spring-course", lines: [{ service: "Spring course", stock: 20 }] } })

/** Only the sent fields change. Lines and prices stay, so that what a payer saw is what they pay. */
export const PaymentLinkChange = z
  .object({
    name: Name,
    description: text(2000),
    fields,
    ...limits,
    holdMinutes,
    stock: z
      .array(z.strictObject({ line: Id, stock }))
      .max(20)
      .meta({ description: "The new stock of lines" }),
    metadata: Metadata,
  })
  .partial()
  .meta({ example: { maxUses: 100, closesAt: "2027-01-31T12:00:00Z" } })

export const paymentLinkFilters = {
  status: by.oneOf("status", linkStatuses),
  number: by.text("number"),
  slug: by.text("slug"),
  currency: by.currency("currency"),
  uses: by.integer("uses"),
  closesAt: by.time("closes_at", true),
  ...commonFilters,
}

const PurchaseLine = z.object({ line: Id, name: z.string(), quantity: z.int() })
const Answer = z.object({ key: z.string(), label: z.string(), value: z.string() })

export const Purchase = z
  .object({
    _id: Id,
    paymentLink: Id,
    contact: Id,
    order: Id,
    paymentIntent: Id,
    name: z.string().meta({ description: "The name that the visitor gave" }),
    email: Email,
    lines: z.array(PurchaseLine),
    answers: z.array(Answer),
    amount: Amount,
    currency: Currency,
    status: z.enum(purchaseStatuses),
    expiresAt: UtcTimestamp.meta({ description: "When it is released if it is unpaid" }),
    payUrl: z.string().meta({ description: "Where the visitor pays" }),
    version: Version,
    ...common,
  })
  .meta({ id: "PaymentLinkPurchase" })
export type Purchase = z.output<typeof Purchase>

export const NewPurchase = z
  .object({
    name: Name,
    email: Email,
    quantities: z.record(Id, Count).default({}).meta({ description: "Units by line; a line that is not named has its minimum" }),
    amount: Amount.optional().meta({ description: "The amount that the payer chose, for a link with an open amount" }),
    answers: z.record(z.string(), text(500)).default({}).meta({ description: "Answers to the custom fields by their keys" }),
  })
  .meta({ example: { name: "Ana Souza", email: "ana@example.com" } })
export type NewPurchase = z.output<typeof NewPurchase>

export const purchaseFilters = {
  paymentLink: by.text("payment_link_id"),
  contact: by.text("contact_id"),
  paymentIntent: by.text("payment_intent_id"),
  order: by.text("order_id"),
  status: by.oneOf("status", purchaseStatuses),
  ...commonFilters,
}

/** What a link has sold, from the payment intents of its purchases. */
export const LinkStats = z.object({
  purchases: z.object({ open: z.int(), paid: z.int(), released: z.int() }),
  revenue: z.object({
    currency: Currency,
    paid: Amount.meta({ description: "What payers paid, before refunds" }),
    refunded: Amount,
    net: Amount,
  }),
})
