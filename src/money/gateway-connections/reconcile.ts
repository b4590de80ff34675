import type { Context } from "../../kit/db/context.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import type { Sweep } from "../../kit/jobs/queue.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { dayMs } from "../../kit/pure/calendar.ts"
import { log } from "../../kit/service/log.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findPeopleWith } from "../../platform/tenants/store.ts"
import type { Held, Movement } from "../gateways/provider.ts"
import { findCash } from "../ledger/store.ts"
import { noticeWords } from "./notice-words.ts"
import { callConnection, installedProvider, type Opened, readOpened } from "./open.ts"
import type { ConnectionDependent } from "./ports.ts"
import { compareBalances } from "./rules.ts"
import type { ComparedCurrency } from "./schema.ts"
import { findReconciliation, findUncompared, insertReconciliation } from "./reconciliation-store.ts"
import type { ConnectionRow } from "./store.ts"
import { findKnownWithdrawals } from "./withdrawals-store.ts"

/** What a provider says it holds, and how that changed in a day. Undefined where it does not tell. */
export type ProviderBalance = { held: Held[]; movements: Movement[] } | undefined

export const dateOf = (time: Date) => time.toISOString().slice(0, 10)

/** Asks the provider, with no transaction open. `date` is a day in UTC. */
export function readBalance(opened: Opened, date: string): Promise<ProviderBalance> {
  const from = new Date(`${date}T00:00:00Z`)
  return callConnection(opened, async ({ balance }) => {
    if (!balance) return undefined
    const [held, movements] = [await balance.holds(), await balance.movements(from, new Date(from.getTime() + dayMs))]
    return { held, movements }
  })
}

/** Compares what the provider said with the ledger. */
export async function compare(
  ctx: Context,
  connection: string,
  { held, movements }: NonNullable<ProviderBalance>,
  dependents: readonly ConnectionDependent[],
): Promise<ComparedCurrency[]> {
  const references = [...new Set(movements.flatMap(({ reference, key }) => (key === undefined ? [reference] : [reference, key])))]
  const known = new Set(await findKnownWithdrawals(ctx, connection, references))
  for (const { findKnown } of dependents)
    for (const reference of (await findKnown?.(ctx, connection, references)) ?? []) known.add(reference)
  return compareBalances(held, await findCash(ctx, connection), movements, known)
}

/** Once a day for each active connection whose provider tells what it holds. Two days of difference in a row are a task for a person. */
export const reconciliationSweep = (dependents: readonly ConnectionDependent[]): Sweep => ({
  name: "compare provider balances",
  everyMs: 10 * 60_000,
  async run() {
    const date = dateOf(databaseClock.now())
    for (const { tenant_id, id } of await findUncompared(date)) {
      try {
        await compareDaily(tenant_id, id, date, dependents)
      } catch (error) {
        log.warn({ error, tenant: tenant_id, connection: id }, "a provider's balance could not be compared; it is tried again later")
      }
    }
  },
})

async function compareDaily(tenant: string, id: string, date: string, dependents: readonly ConnectionDependent[]) {
  const opened = await readOpened(tenant, id)
  const balance = await readBalance(opened, date)
  if (!balance) return
  await asSystem(tenant, "compare provider balances", async ctx => {
    if (await findReconciliation(ctx, id, date)) return
    const currencies = await compare(ctx, id, balance, dependents)
    const is_equal = currencies.every(({ difference }) => difference === 0)
    insertReconciliation(ctx, { connection_id: id, date, is_equal, currencies, compared_at: databaseClock.now() })
    const yesterday = dateOf(new Date(new Date(date).getTime() - dayMs))
    if (!is_equal && (await findReconciliation(ctx, id, yesterday))?.is_equal === false)
      await tellOfDifference(ctx, opened, date, currencies)
  })
}

async function tellOfDifference(ctx: Context, { id, name, gateway }: ConnectionRow, date: string, currencies: readonly ComparedCurrency[]) {
  const differing = currencies.filter(({ difference }) => difference !== 0)
  const about = { type: "gateway-connections", object: id, path: `/gateway-connections/${id}`, occasion: date }
  await notify(ctx, await findPeopleWith(ctx, "gateways.edit"), { kind: "balance-differs", ...about }, ({ locale, money }) => {
    const { subject, held, cause, amounts, action, footer } = noticeWords[locale].differs
    return {
      subject: subject(name),
      paragraphs: [held(installedProvider(gateway).name), cause],
      rows: differing.map(({ currency, provider, ledger }) => [currency, amounts(money(provider, currency), money(ledger, currency))]),
      action,
      footer: footer(ctx.tenant.name),
    }
  })
}
