import { pageOf } from "../../kit/db/list-query.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { importStatement } from "./import.ts"
import { previewStatement } from "./preview.ts"
import { findImports } from "./progress-store.ts"
import { reconcile } from "./reconcile.ts"
import {
  BankStatement,
  bankStatementFilters,
  Import,
  importFilters,
  ImportProgress,
  PreviewInput,
  Reconciliation,
  StatementPreview,
} from "./schema.ts"
import { listStatements, readStatementRow, renderBankStatement } from "./store.ts"

export const bankStatementOperations = [
  operation({
    route: "POST /v1/bank-statements/import",
    noun: "bankStatement",
    label: "Import a bank statement",
    summary:
      "Import a file (camt.053, camt.054, MT940, OFX, CSV), completely or not at all; the same bytes again answer the same statement",
    needs: "transactions.edit",
    effect: "money",
    upload: { maxBytes: 64 * 1024 * 1024 },
    input: Import,
    output: BankStatement,
    run: importStatement,
  }),

  operation({
    route: "POST /v1/bank-statements/preview",
    noun: "bankStatement",
    label: "Preview a bank statement",
    summary: "Read the first lines of a file as an import would, by a CSV profile that is given, saved or guessed; nothing is stored",
    needs: "transactions.edit",
    effect: "read",
    upload: { maxBytes: 1024 * 1024 },
    input: PreviewInput,
    output: StatementPreview,
    run: previewStatement,
  }),

  listing({
    route: "GET /v1/bank-statements/imports",
    noun: "import",
    plural: "imports",
    summary: "List how far the imports of large files are that have not answered yet",
    needs: "transactions.view",
    filters: importFilters,
    item: ImportProgress,
    run: async (ctx, query) => pageOf(await findImports(ctx), query),
  }),

  listing({
    route: "GET /v1/bank-statements",
    noun: "bankStatement",
    plural: "bankStatements",
    summary: "List imported bank statements, newest first",
    needs: "transactions.view",
    filters: bankStatementFilters,
    item: BankStatement,
    run: listStatements,
  }),

  operation({
    route: "GET /v1/bank-statements/{id}",
    noun: "bankStatement",
    summary: "One bank statement with its balances and what it added",
    needs: "transactions.view",
    effect: "read",
    input: noInput,
    output: BankStatement,
    subject: readStatementRow,
    run: (_ctx, _input, statement) => renderBankStatement(statement),
  }),

  operation({
    route: "GET /v1/bank-statements/{id}/reconciliation",
    noun: "bankStatement",
    summary: "What the bank has, what the books have, and which lines explain the difference, in the statement's currency",
    needs: "transactions.view",
    effect: "read",
    input: noInput,
    output: Reconciliation,
    subject: readStatementRow,
    run: (ctx, _input, { currency }) => reconcile(ctx, currency),
  }),

  timeline("bank-statements", "transactions.view", readStatementRow),
]
