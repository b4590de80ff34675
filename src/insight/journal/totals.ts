import type { Context } from "../../kit/db/context.ts"
import { exactNumber } from "../../kit/pure/exact-sums.ts"
import type { Books } from "./lines.ts"
import { singleAccounts } from "./mapping-rules.ts"
import type { Period } from "./rules.ts"
import type { AccountTotal } from "./schema.ts"
import { readTotals } from "./store.ts"

type Sums = { debit: bigint; credit: bigint }

/** What a period adds to each account and its external account, sorted by currency and account. */
export async function totalsOf(ctx: Pick<Context, "tenant">, period: Period, books: Books): Promise<AccountTotal[]> {
  const all = [books.settings, ...books.closed].flatMap(({ accounts }) => singleAccounts(accounts))
  const sums = new Map<string, Omit<AccountTotal, "debit" | "credit"> & Sums>()
  for (const row of await readTotals(ctx, period, [...new Set(all)])) {
    const mapping = books.mappingAt(`${row.month}-01`)
    const account = mapping.groupOf(row.account)
    const external = mapping.externalOf(row.account)
    const name = [row.currency, account, external?.externalAccount].join(" ")
    const sum = sums.get(name)
    const [debit, credit] = [BigInt(row.debit), BigInt(row.credit)]
    if (sum) Object.assign(sum, { debit: sum.debit + debit, credit: sum.credit + credit })
    else {
      const about = { account, externalAccount: external?.externalAccount ?? null, name: external?.name || null, currency: row.currency }
      sums.set(name, { ...about, debit, credit })
    }
  }
  return [...sums]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { debit, credit, ...about }]) => ({ ...about, debit: exactNumber(debit), credit: exactNumber(credit) }))
}

export const unmappedIn = (totals: readonly AccountTotal[]): string[] =>
  [...new Set(totals.filter(each => each.externalAccount === null).map(({ account }) => account))].sort()
