import { pageOf } from "../../kit/db/list-query.ts"
import { databaseClock } from "../../kit/db/database-clock.ts"
import { listing, operation } from "../../kit/operation/operation.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { withReason } from "./connect.ts"
import type { ConnectionDependent } from "./ports.ts"
import { compare, dateOf, type ProviderBalance, readBalance } from "./reconcile.ts"
import { gatewayOf } from "./open.ts"
import { findDiffering, findReconciliation } from "./reconciliation-store.ts"
import { assertStatus } from "./rules.ts"
import { BalanceComparison, BalanceDifference, type ComparedCurrency, ComparisonQuery, notCompared } from "./schema.ts"
import { readConnection } from "./store.ts"

type Asked = { date: string; balance: ProviderBalance; at: Date }

export const reconciliationOperation = (dependents: readonly ConnectionDependent[]) =>
  operation({
    route: "GET /v1/gateway-connections/{id}/reconciliation",
    label: "Compare the balance of a connection",
    noun: "gatewayConnection",
    summary:
      "What the provider holds beside what the ledger says it holds, by currency, and movements of a day that the ledger does not have",
    needs: "gateways.view",
    effect: "read",
    query: true,
    refuses: ["GTW-"],
    input: ComparisonQuery,
    output: BalanceComparison,
    subject: readConnection,
    assertPossible: row => assertStatus(row, "compared", "active", "paused", "failing", "disconnecting"),
    external: {
      prepare: async (_ctx, { date }): Promise<Asked> => ({
        date: date ?? dateOf(databaseClock.now()),
        balance: undefined,
        at: new Date(0),
      }),
      async call(asked, row): Promise<Asked> {
        return { ...asked, balance: await withReason(row, opened => readBalance(opened, asked.date)), at: databaseClock.now() }
      },
    },
    async run(ctx, _input, row, { date, balance, at }) {
      const currencies = balance ? await compare(ctx, row.id, balance, dependents) : []
      const { pageOf: pageAt } = gatewayOf(row, ctx.tenant)
      const daily = await findReconciliation(ctx, row.id, date)
      return {
        date,
        comparedAt: balance ? isoTime(at) : null,
        currencies: currencies.map(({ unmatched, ...balances }) => ({
          ...balances,
          unmatched: unmatched.map(each => ({ ...each, page: pageAt(each.reference) ?? null })),
        })),
        daily: daily ? { comparedAt: isoTime(daily.compared_at), currencies: daily.currencies.map(balancesOf) } : null,
        notCompared: balance ? [...notCompared] : ["The provider does not tell what it holds"],
      }
    },
  })

const balancesOf = ({ unmatched: _movements, ...balances }: ComparedCurrency) => balances

export const listDifferences = listing({
  route: "GET /v1/gateway-connections/differences",
  label: "List the connections whose balance differs",
  noun: "gatewayConnection",
  plural: "differences",
  summary: "The connections whose provider held another amount than the ledger says, by the newest daily comparison of each",
  needs: "gateways.view",
  filters: {},
  item: BalanceDifference,
  async run(ctx, query) {
    const differing = await findDiffering(ctx)
    return pageOf(
      differing.map(({ connection_id, name, gateway, date, compared_at, currencies }) => ({
        connection: connection_id,
        name,
        gateway,
        date,
        comparedAt: isoTime(compared_at),
        currencies: currencies.filter(each => each.difference !== 0).map(({ currency, difference }) => ({ currency, difference })),
      })),
      query,
    )
  },
})
