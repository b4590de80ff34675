import { z } from "zod"
import { Amount } from "../../kit/pure/fields.ts"
import { Installments } from "../transactions/schema.ts"

const positive = Amount.min(1, "must be at least 1")
const CurrencyCode = z.string().regex(/^[A-Z]{3}$/, "must be three capital letters, such as BRL")

export const FxQuery = z.object({
  sourceAmount: positive.meta({ description: "The amount sent, in minor units of the source currency", example: 100_000 }),
  sourceCurrency: CurrencyCode.meta({ description: "ISO 4217, one of 28", example: "EUR" }),
  targetCountry: z
    .string()
    .regex(/^[A-Z]{2}$/, "must be two capital letters, such as BR")
    .meta({ description: "The country it is sent to: ISO 3166-1 alpha-2", example: "BR" }),
  targetCurrency: CurrencyCode.meta({ description: "ISO 4217, another one of the 28", example: "BRL" }),
})
export type FxQuery = z.output<typeof FxQuery>

const LogoUrl = z.string().nullable().meta({ description: "null when the provider has no logo: show its name instead" })

export const FxEntry = z
  .object({
    gateway: z.string(),
    targetAmount: z.int().meta({ description: "The amount that arrives, in minor units of the target currency" }),
    rate: z.number().meta({ description: "All-in: nothing else is deducted" }),
    comparison: z.object({
      rank: z.int().meta({ description: "1 is best" }),
      isBestRate: z.boolean(),
      differencePercentage: z.number().meta({ description: "From the best rate: 0 for the best, negative for the others" }),
    }),
    provider: z.object({
      name: z.string(),
      logos: z.object({ normal: z.object({ svgUrl: LogoUrl, pngUrl: LogoUrl }) }),
      illustrative: z.boolean().meta({ description: "The provider and its rate are invented: say so where you show them" }),
    }),
  })
  .meta({ id: "FxRate" })
export type FxEntry = z.output<typeof FxEntry>

export const FxComparison = z.record(z.string(), FxEntry).meta({
  description: "By provider, the best first; countersign is the service's own",
  example: {
    countersign: {
      gateway: "countersign",
      targetAmount: 639_976,
      rate: 6.3997696,
      comparison: { rank: 1, isBestRate: true, differencePercentage: 0 },
      provider: { name: "Countersign", logos: { normal: { svgUrl: null, pngUrl: null } }, illustrative: false },
    },
  },
})
export type FxComparison = z.output<typeof FxComparison>

export const FinancingQuery = z.object({
  amount: positive.meta({ description: "The amount to pay, in minor units", example: 100_000 }),
  currency: CurrencyCode.meta({ description: "BRL", example: "BRL" }),
  gateway: z.string().meta({ description: "As in GET /v1/gateways", example: "simulator" }),
  method: z.string().meta({ description: "A method of that gateway", example: "card" }),
})
export type FinancingQuery = z.output<typeof FinancingQuery>

export const Financing = z.object({
  simulations: z.array(
    z
      .object({
        ...Installments.shape,
        gateway: z.string(),
        method: z.string(),
      })
      .meta({ id: "FinancingSimulation" }),
  ),
})
export type Financing = z.output<typeof Financing>
