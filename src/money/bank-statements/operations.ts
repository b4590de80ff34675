import { z } from "zod"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { Id } from "../../kit/pure/fields.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { importStatement } from "./import.ts"
import { previewStatement } from "./preview.ts"
import { listCsvProfiles, readCsvProfile, readCsvProfileForUpdate, removeCsvProfile, renderSavedProfile } from "./profiles-store.ts"
import { reconcile } from "./reconcile.ts"
import {
  BankStatement,
  bankStatementFilters,
  Import,
  PreviewInput,
  Reconciliation,
  SavedProfile,
  savedProfileFilters,
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

  listing({
    route: "GET /v1/csv-profiles",
    noun: "csvProfile",
    plural: "csvProfiles",
    summary: "List how the banks of your accounts write CSV, newest first; an import with saveProfile saves one",
    needs: "transactions.view",
    filters: savedProfileFilters,
    item: SavedProfile,
    run: listCsvProfiles,
  }),

  operation({
    route: "GET /v1/csv-profiles/{id}",
    noun: "csvProfile",
    summary: "One saved CSV profile",
    needs: "transactions.view",
    effect: "read",
    input: noInput,
    output: SavedProfile,
    subject: readCsvProfile,
    run: (_ctx, _input, profile) => renderSavedProfile(profile),
  }),

  operation({
    route: "POST /v1/csv-profiles/{id}/delete",
    noun: "csvProfile",
    summary: "Delete a saved CSV profile: the columns of later files are guessed again",
    needs: "transactions.edit",
    effect: "change",
    input: noInput,
    output: z.object({ _id: Id, deleted: z.literal(true) }),
    subject: readCsvProfileForUpdate,
    run(ctx, _input, profile) {
      removeCsvProfile(ctx, profile)
      return { _id: profile.id, deleted: true as const }
    },
  }),

  timeline("csv-profiles", "transactions.view", readCsvProfile),
]
