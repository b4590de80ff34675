import type { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { assertExactSums } from "../../kit/pure/exact-sums.ts"
import { readBalances } from "../../money/ledger/store.ts"
import { partnerDebts } from "../../money/payouts/store.ts"
import { convertTotals } from "../../money/rates/convert.ts"
import { currentRates } from "../../money/rates/store.ts"
import { readSettings } from "../../platform/tenants/settings-store.ts"
import { balanceMeasures, type BalanceStats, billingMeasures, type ConvertedBilling } from "./converted-schema.ts"
import { figures } from "./rules.ts"
import type { Part } from "./schema.ts"

/** Converts the totals of all currencies, where the tenant has a reporting currency. */
async function convertedOf<M extends string>(
  ctx: Context,
  byCurrency: Readonly<Record<string, Readonly<Record<M, number>>>>,
  measures: readonly M[],
) {
  const { reporting_currency: currency } = await readSettings(ctx)
  if (currency === null) return undefined
  const { totals, ...rest } = convertTotals(await currentRates(), currency, byCurrency, measures)
  return { currency, approximate: true as const, ...rest, totals }
}

/** Billed and net are computed from the converted parts, so that they add up as those of each currency do. */
export async function convertedBilling(ctx: Context, byCurrency: Record<string, Part>): Promise<ConvertedBilling> {
  const own = Object.entries(byCurrency).flatMap(([currency, part]) => ("averageTicket" in part ? [[currency, part] as const] : []))
  const converted = await convertedOf(ctx, Object.fromEntries(own), billingMeasures)
  if (!converted) return undefined
  const { paid, outstanding, overdue, canceled, refunded } = converted.totals
  const totals = { billed: paid + outstanding, paid, outstanding, overdue, canceled, refunded, net: paid - refunded }
  return { ...converted, totals: figures(totals) }
}

export async function balanceStats(ctx: Context): Promise<z.output<typeof BalanceStats>> {
  const balances = assertExactSums(await readBalances(ctx, partnerDebts))
  const byCurrency = Object.fromEntries(balances.map(({ currency, ...rest }) => [currency, rest]))
  const converted = await convertedOf(ctx, byCurrency, balanceMeasures)
  return { byCurrency, converted: converted && { ...converted, totals: figures(converted.totals) } }
}
