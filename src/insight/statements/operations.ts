import type { Context } from "../../kit/db/context.ts"
import { fileOperation } from "../../kit/operation/file-operation.ts"
import { operation } from "../../kit/operation/operation.ts"
import { assertExactSums } from "../../kit/pure/exact-sums.ts"
import { monthOf, monthStart, nextMonth } from "../../kit/pure/months.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { type PartnershipRow, readPartnership } from "../../parties/partnerships/store.ts"
import { statementDraft } from "../documents/drafts.ts"
import { documentOf } from "../documents/make.ts"
import { addUp, toTable } from "./rules.ts"
import { Statement, StatementQuery } from "./schema.ts"
import { readAccount } from "./store.ts"

const route = "GET /v1/partnerships/{id}/statement"

export const statementOperations = [
  operation({
    route,
    label: "Get the statement of a partnership",
    noun: "statement",
    summary: "What a partner earned and was paid in a month, line by line, with the balance before and after, from the ledger",
    needs: "splits.view",
    effect: "read",
    refuses: ["SMR-1002", "DOC-2002"],
    query: true,
    input: StatementQuery,
    output: Statement,
    csv: toTable,
    subject: readPartnership,
    run: (ctx, { month }, partner) => readStatement(ctx, partner, month),
    pdf: fileOperation({
      route,
      noun: "statement",
      summary: "The statement of a partnership as a PDF",
      needs: "splits.view",
      input: StatementQuery,
      subject: readPartnership,
      run: async (ctx, { month }, partner) => documentOf(ctx, statementDraft(ctx, partner, await readStatement(ctx, partner, month))),
    }),
  }),
]

async function readStatement(ctx: Context, { id: partnership }: PartnershipRow, requested: string | undefined): Promise<Statement> {
  const { timezone } = ctx.tenant
  const month = requested ?? monthOf(ctx.now, timezone)
  const [start, end] = [monthStart(month, timezone), monthStart(nextMonth(month), timezone)]
  const { openings, movements } = await readAccount(ctx, { partnership, start, end })
  const byCurrency = assertExactSums(addUp(openings, movements))
  return { partnership, month, timezone, periodStart: isoTime(start), periodEnd: isoTime(end), byCurrency }
}
