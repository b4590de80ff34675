import { z } from "zod"
import { common, Id, Metadata, text, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { Upload } from "../../kit/pure/upload.ts"
import { dateOrders, decimalSigns, importKinds, importStatuses, maxRows, rowOutcomes } from "./values.ts"

const Counts = z.object({
  created: z.int(),
  existing: z.int().meta({ description: "Such an object existed, and no import had made it" }),
  unchanged: z.int().meta({ description: "An earlier row with the same key and the same content made it" }),
  differs: z.int().meta({ description: "An earlier row with the same key had other content; nothing was changed" }),
  refused: z.int(),
})
export type Counts = z.output<typeof Counts>

const names = z.record(text(120, 1), text(200, 1))
const Mapping = names.meta({ description: "By field, the column that it comes from", example: { email: "E-mail", externalId: "id" } })
const Defaults = names.meta({
  description: "By field, the value where the cell is empty or no column has it",
  example: { currency: "EUR" },
})

/** A file whose rows become objects, worked off by a job. */
export const Import = z
  .object({
    _id: Id,
    kind: z.enum(importKinds),
    fileName: z.string(),
    status: z.enum(importStatuses),
    columns: z.array(z.string()),
    mapping: Mapping,
    defaults: Defaults,
    unmapped: z.array(z.string()).meta({ description: "Columns that no field comes from" }),
    decimal: z.enum(decimalSigns),
    dates: z.enum(dateOrders),
    mails: z.boolean().meta({ description: "Payers get the mails that the tenant's settings turn on" }),
    rows: z.int(),
    done: z.int().meta({ description: "Rows that were worked off, of the import or of the dry run that goes on" }),
    counts: Counts.meta({ description: "What became of the rows that are done" }),
    check: Counts.nullable().meta({ description: "What a dry run with this mapping has found; null without one" }),
    failure: z.string().nullable().meta({ description: "Why it stopped; started again, it goes on. Of a draft: why its dry run stopped" }),
    startedAt: UtcTimestamp.nullable(),
    endedAt: UtcTimestamp.nullable(),
    version: Version,
    ...common,
  })
  .meta({ id: "Import" })
export type Import = z.output<typeof Import>

/** Fields of a form are text. */
const fromText = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value, ctx) => {
    if (typeof value !== "string") return value
    try {
      return JSON.parse(value) as unknown
    } catch {
      ctx.issues.push({ code: "custom", message: "must be JSON", input: value })
      return z.NEVER
    }
  }, schema)

const decimal = z.enum(decimalSigns).meta({ description: "The decimal sign of amounts, which are in the currency's main unit: 12.50" })
const dates = z.enum(dateOrders).meta({ description: "The order of dates whose first number is not the year" })
const mails = z
  .boolean()
  .meta({ description: "Send payers the requests that the settings turn on. The first cycle of a subscription is mailed in any case" })

export const NewImport = z
  .object({
    file: z.custom<Upload>(value => value instanceof Upload, "must be the file itself").meta({ description: "CSV in UTF-8" }),
    kind: z.enum(importKinds, `must be one of ${importKinds.join(", ")}`),
    fileName: text(200).default(""),
    mapping: fromText(Mapping).optional().meta({ description: "As JSON; guessed from the names of the columns when absent" }),
    defaults: fromText(Defaults).optional().meta({ description: "As JSON" }),
    decimal: decimal.default("."),
    dates: dates.default("ymd"),
    mails: fromText(mails).default(false),
    metadata: fromText(Metadata).optional().meta({ description: "As JSON" }),
  })
  .meta({ example: { kind: "contacts", fileName: "contacts.csv" } })
export type NewImport = z.output<typeof NewImport>

/** Only the sent fields change. */
export const ImportChange = z.object({ mapping: Mapping, defaults: Defaults, decimal, dates, mails, metadata: Metadata }).partial()

export const Preview = z
  .object({
    fields: z.array(z.string()).meta({ description: "The fields that a column can be mapped to, besides metadata.<name>" }),
    rows: z.array(
      z.object({
        line: z.int(),
        key: z.string().nullable().meta({ description: "By which the row is known again" }),
        input: z.record(z.string(), z.unknown()).nullable().meta({ description: "What would be sent to create the object" }),
        error: z.string().nullable().meta({ description: "Why the row would be refused, as far as the row alone says it" }),
      }),
    ),
  })
  .meta({ id: "ImportPreview" })
export type Preview = z.output<typeof Preview>

export const ImportRow = z
  .object({
    _id: Id,
    line: z.int().meta({ description: "The line of the file that the row begins in" }),
    key: z.string().nullable(),
    dryRun: z.boolean(),
    outcome: z.enum(rowOutcomes),
    object: Id.nullable().meta({ description: "The object that was created, or that exists" }),
    code: z.string().nullable().meta({ description: "The error code of a refusal" }),
    message: z.string().nullable(),
  })
  .meta({ id: "ImportRow" })
export type ImportRow = z.output<typeof ImportRow>

export const ReportQuery = z.object({
  outcome: z.enum(rowOutcomes).optional(),
  of: z.enum(["import", "check"], "must be import or check").default("import").meta({ description: "check: of the dry run" }),
})
export const Report = z.object({ rows: z.array(ImportRow).max(maxRows) }).meta({ id: "ImportReport" })

export const importFilters = {
  kind: by.oneOf("kind", importKinds),
  status: by.oneOf("status", importStatuses),
  ...commonFilters,
}

export const importRowFilters = {
  outcome: by.oneOf("outcome", rowOutcomes),
  dryRun: by.boolean("dry_run"),
  line: by.integer("line"),
  object: by.text("object_id"),
}
