import { operation } from "../../kit/operation/operation.ts"
import { assertExactSums } from "../../kit/pure/exact-sums.ts"
import { monthOf, monthStart, nextMonth } from "../../kit/pure/months.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { readPartnership } from "../../parties/partnerships/store.ts"
import { addUp, toTable } from "./rules.ts"
import { Statement, StatementQuery } from "./schema.ts"
import { readAccount } from "./store.ts"

export const statementOperations = [
  operation({
    route: "GET /v1/partnerships/{id}/statement",
    label: "Get the statement of a partnership",
    noun: "statement",
    summary: "What a partner earned and was paid in a month, line by line, with the balance before and after, from the ledger",
    needs: "splits.view",
    effect: "read",
    refuses: ["SMR-1002"],
    query: true,
    input: StatementQuery,
    output: Statement,
    csv: toTable,
    subject: readPartnership,
    async run(ctx, { month: requested }, { id: partnership }) {
      const { timezone } = ctx.tenant
      const month = requested ?? monthOf(ctx.now, timezone)
      const [start, end] = [monthStart(month, timezone), monthStart(nextMonth(month), timezone)]
      const { openings, movements } = await readAccount(ctx, { partnership, start, end })
      const byCurrency = assertExactSums(addUp(openings, movements))
      return { partnership, month, timezone, periodStart: isoTime(start), periodEnd: isoTime(end), byCurrency }
    },
  }),
]
