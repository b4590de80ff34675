import { databaseClock } from "../../kit/db/database-clock.ts"
import { operation } from "../../kit/operation/operation.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { withReason } from "./connect.ts"
import type { ConnectionDependent } from "./ports.ts"
import { compare, dateOf, type ProviderBalance, readBalance } from "./reconcile.ts"
import { assertStatus } from "./rules.ts"
import { BalanceComparison, ComparisonQuery, notCompared } from "./schema.ts"
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
    async run(ctx, _input, { id }, { date, balance, at }) {
      const currencies = balance ? await compare(ctx, id, balance, dependents) : []
      return {
        date,
        comparedAt: balance ? isoTime(at) : null,
        currencies,
        notCompared: balance ? [...notCompared] : ["The provider does not tell what it holds"],
      }
    },
  })
