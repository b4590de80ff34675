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
    run: (ctx, { month }, contact) => readContactStatement(ctx, contact, month),
    pdf: fileOperation({
      route: ofContact,
      noun: "contactStatement",
      summary: "The statement of a contact as a PDF",
      needs: "transactions.view",
      input: StatementQuery,
      subject: readContact,
      run: async (ctx, { month }, contact) =>
        documentOf(ctx, contactStatementDraft(ctx, contact, await readContactStatement(ctx, contact, month))),
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
  const { start, end, ...period } = periodOf(ctx, requested)
  const { openings, movements } = await readAccount(ctx, { partnership, start, end })
  const byCurrency = assertExactSums(addUp(openings, movements))
  return { partnership, ...period, byCurrency }
}

async function readContactStatement(ctx: Context, { id: contact }: ContactRow, requested: string | undefined): Promise<ContactStatement> {
  const { start, end, ...period } = periodOf(ctx, requested)
  const { openings, asked, entries } = await readContactMovements(ctx, { contact, start, end })
  const movements = [...asked, ...entries.flatMap(linesOf)].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0))
  const byCurrency = assertExactSums(addUp(openings, movements))
  return { contact, ...period, byCurrency }
}

function periodOf({ tenant: { timezone }, now }: Context, requested: string | undefined) {
  const month = requested ?? monthOf(now, timezone)
  const [start, end] = [monthStart(month, timezone), monthStart(nextMonth(month), timezone)]
  return { month, timezone, periodStart: isoTime(start), periodEnd: isoTime(end), start, end }
}
