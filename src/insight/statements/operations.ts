import type { Context } from "../../kit/db/context.ts"
import { fileOperation } from "../../kit/operation/file-operation.ts"
import { operation } from "../../kit/operation/operation.ts"
import { assertExactSums } from "../../kit/pure/exact-sums.ts"
import { monthOf, monthStart, nextMonth } from "../../kit/pure/months.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { type ContactRow, readContact } from "../../parties/contacts/store.ts"
import { type PartnershipRow, readPartnership } from "../../parties/partnerships/store.ts"
import { contactStatementDraft, statementDraft } from "../documents/drafts.ts"
import { documentOf } from "../documents/make.ts"
import { assertPast } from "../../platform/audit/as-of.ts"
import { addUp, linesOf, toTable } from "./rules.ts"
import { ContactStatement, Statement, StatementQuery } from "./schema.ts"
import { readContactMovements } from "./contact-store.ts"
import { readAccount } from "./store.ts"

const route = "GET /v1/partnerships/{id}/statement"

const ofContact = "GET /v1/contacts/{id}/statement"

export const statementOperations = [
  operation({
    route: ofContact,
    label: "Get the statement of a contact",
    noun: "contactStatement",
    summary: "What a contact was asked for, paid and got back in a month, line by line, with the balance before and after",
    needs: "transactions.view",
    effect: "read",
    refuses: ["DOC-2002"],
    query: true,
    input: StatementQuery,
    output: ContactStatement,
    csv: toTable,
    subject: readContact,
    run: (ctx, query, contact) => readContactStatement(ctx, contact, query),
    pdf: fileOperation({
      route: ofContact,
      noun: "contactStatement",
      summary: "The statement of a contact as a PDF",
      needs: "transactions.view",
      input: StatementQuery,
      subject: readContact,
      run: async (ctx, query, contact) =>
        documentOf(ctx, contactStatementDraft(ctx, contact, await readContactStatement(ctx, contact, query))),
    }),
  }),

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
    run: (ctx, query, partner) => readStatement(ctx, partner, query),
    pdf: fileOperation({
      route,
      noun: "statement",
      summary: "The statement of a partnership as a PDF",
      needs: "splits.view",
      input: StatementQuery,
      subject: readPartnership,
      run: async (ctx, query, partner) => documentOf(ctx, statementDraft(ctx, partner, await readStatement(ctx, partner, query))),
    }),
  }),
]

async function readStatement(ctx: Context, { id: partnership }: PartnershipRow, query: StatementQuery): Promise<Statement> {
  const { start, end, ...period } = periodOf(ctx, query)
  const { openings, movements } = await readAccount(ctx, { partnership, start, end })
  const byCurrency = assertExactSums(addUp(openings, movements))
  return { partnership, ...period, byCurrency }
}

async function readContactStatement(ctx: Context, { id: contact }: ContactRow, query: StatementQuery): Promise<ContactStatement> {
  const { start, end, ...period } = periodOf(ctx, query)
  const { openings, asked, entries } = await readContactMovements(ctx, { contact, start, end })
  const movements = [...asked, ...entries.flatMap(linesOf)].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const byCurrency = assertExactSums(addUp(openings, movements))
  return { contact, ...period, byCurrency }
}

/** What a statement shows is in the order in which it was recorded, so the statement of an earlier time ends with that time. */
function periodOf(ctx: Context, { month: requested, asOf }: StatementQuery) {
  const { timezone } = ctx.tenant
  if (asOf) assertPast(ctx, asOf)
  const month = requested ?? monthOf(asOf ?? ctx.now, timezone)
  const [start, end] = [monthStart(month, timezone), monthStart(nextMonth(month), timezone)]
  const last = asOf && new Date(asOf.getTime() + 1)
  const until = (time: Date) => (last && last < time ? last : time)
  return { month, timezone, periodStart: isoTime(start), periodEnd: isoTime(end), start: until(start), end: until(end) }
}
