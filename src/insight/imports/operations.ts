import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import {
  cancelImport,
  changeImport,
  checkImport,
  createImport,
  previewImport,
  readImport,
  readImportForUpdate,
  startImport,
} from "./change.ts"
import { listReports, readReports } from "./report-store.ts"
import { assertCancelable, assertCheckable, assertDraft, assertStartable } from "./checks.ts"
import { Import, ImportChange, importFilters, ImportRow, importRowFilters, NewImport, Preview, Report, ReportQuery } from "./schema.ts"
import { listImports, renderImport } from "./store.ts"
import { maxFileMiB } from "./values.ts"

/** Every role may ask. Whether an import is shown, changed or started is decided by its kind, as `create` of that kind is. */
const needs = "contacts.view"

export const importOperations = [
  operation({
    route: "POST /v1/imports/create",
    creates: true,
    noun: "import",
    summary:
      "Upload a CSV file of contacts, partnerships, services, open payment intents, subscriptions or mandates; nothing is created yet",
    needs,
    effect: "draft",
    upload: { maxBytes: maxFileMiB * 1024 * 1024 },
    input: NewImport,
    output: Import,
    run: createImport,
  }),

  listing({
    route: "GET /v1/imports",
    noun: "import",
    plural: "imports",
    summary: "List imports of the kinds that you may create, newest first",
    needs,
    filters: importFilters,
    item: Import,
    run: listImports,
  }),

  operation({
    route: "GET /v1/imports/{id}",
    noun: "import",
    summary: "One import, with how far it is",
    needs,
    effect: "read",
    input: noInput,
    output: Import,
    subject: readImport,
    run: (_ctx, _input, row) => renderImport(row),
  }),

  operation({
    route: "POST /v1/imports/{id}/update",
    noun: "import",
    summary: "Change the mapping of a draft; an earlier dry run is forgotten",
    needs,
    effect: "draft",
    input: ImportChange,
    output: Import,
    subject: readImportForUpdate,
    assertPossible: assertDraft,
    run: changeImport,
  }),

  operation({
    route: "GET /v1/imports/{id}/preview",
    label: "Preview an import",
    noun: "import",
    summary: "The first rows of a draft as they would be understood, with what is wrong with them",
    needs,
    effect: "read",
    refuses: ["IMP-2001"],
    input: noInput,
    output: Preview,
    subject: readImport,
    assertPossible: assertDraft,
    run: (ctx, _input, row) => previewImport(ctx, row),
  }),

  operation({
    route: "POST /v1/imports/{id}/check",
    label: "Make a dry run of an import",
    noun: "import",
    summary: "Try every row by the rules of its create and write nothing but a report; each row is tried as if it were the first",
    needs,
    effect: "draft",
    input: noInput,
    output: Import,
    subject: readImportForUpdate,
    assertPossible: assertCheckable,
    run: (ctx, _input, row) => checkImport(ctx, row),
  }),

  operation({
    route: "POST /v1/imports/{id}/start",
    label: "Start an import",
    noun: "import",
    summary: "Create an object of each row, once; a failed import goes on where it stopped",
    needs,
    needsConfirmation: "recent",
    effect: "money",
    input: noInput,
    output: Import,
    subject: readImportForUpdate,
    assertPossible: assertStartable,
    run: (ctx, _input, row) => startImport(ctx, row),
  }),

  operation({
    route: "POST /v1/imports/{id}/cancel",
    noun: "import",
    summary: "Stop an import or its dry run; what was created stays",
    needs,
    effect: "change",
    input: noInput,
    output: Import,
    subject: readImportForUpdate,
    assertPossible: assertCancelable,
    run: (ctx, _input, row) => cancelImport(ctx, row),
  }),

  listing({
    route: "GET /v1/imports/{id}/rows",
    label: "List the rows of an import",
    noun: "importRow",
    plural: "importRows",
    summary: "What became of each row, of the dry run and in earnest; filter by outcome",
    needs,
    filters: importRowFilters,
    item: ImportRow,
    subject: readImport,
    run: (ctx, query, { id }) => listReports(ctx, query, id),
  }),

  operation({
    route: "GET /v1/imports/{id}/report",
    label: "Get the report of an import",
    noun: "importReport",
    summary: "What became of all rows, or of those with one outcome; also as CSV",
    needs,
    effect: "read",
    query: true,
    input: ReportQuery,
    output: Report,
    subject: readImport,
    csv: ({ rows }) => ({
      columns: ["line", "key", "outcome", "object", "code", "message"],
      rows: rows.map(({ line, key, outcome, object, code, message }) => [line, key, outcome, object, code, message]),
    }),
    run: async (ctx, { outcome, of }, { id }) => ({ rows: await readReports(ctx, id, of === "check", outcome) }),
  }),

  timeline("imports", needs, readImport),
]
