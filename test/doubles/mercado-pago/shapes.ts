import { z } from "zod"

/** The requests of the Orders API, as the types of Mercado Pago's own package describe them. What they do not know is refused. */
const amount = z.string().regex(/^\d+\.\d{2}$/)
const duration = z.string().regex(/^P(?!$)(\d+D)?(T(?=\d)(\d+H)?(\d+M)?(\d+S)?)?$/)
const text = z.string().min(1)

const Address = z.strictObject({
  street_name: text,
  street_number: text,
  zip_code: text,
  neighborhood: text,
  state: text,
  city: text,
  complement: text.optional(),
  country: text.optional(),
})

const Payer = z.strictObject({
  customer_id: text.optional(),
  email: z.email(),
  first_name: text.optional(),
  last_name: text.optional(),
  entity_type: text.optional(),
  identification: z.strictObject({ type: z.enum(["CPF", "CNPJ"]), number: z.string().regex(/^(\d{11}|[0-9A-Z]{12}\d{2})$/) }).optional(),
  phone: z.strictObject({ area_code: text, number: text }).optional(),
  address: Address.optional(),
})

const PaymentRequest = z.strictObject({
  amount,
  payment_method: z.discriminatedUnion("id", [
    z.strictObject({ id: z.literal("pix"), type: z.literal("bank_transfer") }),
    z.strictObject({ id: z.literal("boleto"), type: z.literal("ticket") }),
  ]),
  expiration_time: duration.optional(),
  date_of_expiration: z.iso.datetime().optional(),
})

const common = {
  type: z.literal("online"),
  total_amount: amount,
  external_reference: z
    .string()
    .regex(/^[A-Za-z0-9_-]{1,64}$/)
    .optional(),
  description: z.string().max(150).optional(),
  expiration_time: duration.optional(),
  currency: z.literal("BRL").optional(),
}

/** Processed at once: a Pix or a boleto. */
const Automatic = z.strictObject({
  ...common,
  processing_mode: z.literal("automatic"),
  payer: Payer,
  transactions: z.strictObject({ payments: z.array(PaymentRequest).length(1) }),
})

/** Processed on the page of Mercado Pago. */
const Manual = z.strictObject({
  ...common,
  processing_mode: z.literal("manual"),
  capture_mode: z.enum(["automatic", "automatic_async"]).optional(),
  payer: Payer.optional(),
  items: z
    .array(z.strictObject({ title: text.max(150), quantity: z.int().min(1), unit_price: amount, description: text.optional() }))
    .min(1),
  config: z
    .strictObject({
      statement_descriptor: text.optional(),
      default_payment_due_date: duration.optional(),
      online: z
        .strictObject({
          success_url: z.url().optional(),
          failure_url: z.url().optional(),
          pending_url: z.url().optional(),
          auto_return: z.enum(["approved", "all"]).optional(),
        })
        .refine(({ auto_return, success_url }) => auto_return === undefined || success_url !== undefined, "auto_return needs success_url")
        .optional(),
      payment_method: z
        .strictObject({
          max_installments: z.int().min(1).max(36).optional(),
          not_allowed_ids: z.array(text).optional(),
          not_allowed_types: z.array(z.enum(["credit_card", "debit_card", "ticket", "bank_transfer"])).optional(),
        })
        .optional(),
    })
    .optional(),
})

export const CreateOrder = z.discriminatedUnion("processing_mode", [Automatic, Manual]).superRefine((body, ctx) => {
  const sum =
    body.processing_mode === "automatic"
      ? body.transactions.payments.reduce((all, each) => all + cents(each.amount), 0)
      : body.items.reduce((all, each) => all + cents(each.unit_price) * each.quantity, 0)
  if (sum !== cents(body.total_amount)) ctx.addIssue("total_amount must be the sum of its parts")
  if (cents(body.total_amount) === 0) ctx.addIssue("total_amount must be above zero")
  const isBoleto = body.processing_mode === "automatic" && body.transactions.payments[0]?.payment_method.id === "boleto"
  if (isBoleto && !(body.payer.first_name && body.payer.last_name && body.payer.identification && body.payer.address))
    ctx.addIssue("payer must have a name, an identification and an address")
})
export type CreateOrder = z.output<typeof CreateOrder>

export const RefundOrder = z.strictObject({ transactions: z.array(z.strictObject({ id: text, amount })).length(1) })

export const cents = (decimal: string) => Number(decimal.replace(".", ""))
export const decimalOf = (value: number) => `${Math.floor(value / 100)}.${String(value % 100).padStart(2, "0")}`
