import { z } from "zod"
import { Amount, Currency, text } from "./fields.ts"

/** The usage that tenants are billed for. */
export const usageUnits = ["payments", "payouts"] as const
export type UsageUnit = (typeof usageUnits)[number]

/** Far above any real price, and low enough that no invoice exceeds JavaScript's safe integers. */
const Price = Amount.min(0, "must be at least 0").max(100_000_000, "must be at most 100000000")

const UsagePrice = z.strictObject({
  included: z.int().min(0).max(1_000_000_000).meta({ description: "How many are free each month" }),
  unitAmount: Price.meta({ description: "The price of each further one" }),
})

/** What a tenant pays for a month: a setting of the installation. */
export const Plan = z
  .strictObject({
    plan: z.string().regex(/^[a-z][a-z0-9-]{0,49}$/, "must be up to 50 small letters, digits and hyphens, such as team"),
    name: text(100, 1),
    currency: Currency,
    baseFee: Price.meta({ description: "Charged each month, whatever the usage" }),
    usage: z.strictObject({ payments: UsagePrice, payouts: UsagePrice } satisfies Record<UsageUnit, z.ZodType>),
  })
  .meta({ id: "BillingPlan" })
export type Plan = z.output<typeof Plan>

/** New tenants get the first one. */
const Plans = z
  .array(Plan)
  .min(1, "must have at least 1 plan")
  .max(50, "must have at most 50 plans")
  .refine(plans => new Set(plans.map(each => each.plan)).size === plans.length, "must have each plan once")
  .refine(plans => new Set(plans.map(each => each.currency)).size <= 1, "must have the same currency in every plan")

/** The plans that come with Countersign. */
export const shippedPlans: readonly Plan[] = [
  planOf("community", "Community", 0, { payments: [0, 0], payouts: [0, 0] }),
  planOf("team", "Team", 4_900, { payments: [500, 20], payouts: [100, 25] }),
  planOf("business", "Business", 29_900, { payments: [10_000, 8], payouts: [2_000, 15] }),
]

type Terms = Record<UsageUnit, [included: number, unitAmount: number]>

function planOf(plan: string, name: string, baseFee: number, { payments, payouts }: Terms): Plan {
  const priceOf = ([included, unitAmount]: [number, number]) => ({ included, unitAmount })
  return { plan, name, currency: "USD", baseFee, usage: { payments: priceOf(payments), payouts: priceOf(payouts) } }
}

/** Reads plans from JSON, or says in one sentence what is wrong with them. */
export function parsePlans(json: string): { plans: readonly Plan[] } | { fault: string } {
  let value: unknown
  try {
    value = JSON.parse(json)
  } catch {
    return { fault: "must be a list of plans as JSON" }
  }
  const result = Plans.safeParse(value)
  if (result.success) return { plans: result.data }
  const [first] = result.error.issues
  const at = first!.path.map(key => (typeof key === "number" ? `plan ${key + 1}` : String(key))).join(", ")
  return { fault: at ? `is not a list of plans: ${at} ${first!.message}` : first!.message }
}
