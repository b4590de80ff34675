import { z } from "zod"
import { Amount, common, Currency, Id, Reference, Total, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { Upload } from "../../kit/pure/upload.ts"
import { statementFormats } from "../bank-lines/values.ts"
import { CsvDraft, CsvProfile } from "./readers/schema.ts"

const Day = z.string().meta({ format: "date", example: "2026-10-01" })

/** A statement of an own account, as a file of the bank had it. */
export const BankStatement = z
  .object({
    _id: Id,
    number: z.string().meta({ example: "BS-000012" }),
    ownAccount: Id,
    format: z.enum(statementFormats),
    currency: Currency,
    from: Day,
    to: Day,
    opening: Amount.nullable(),
    closing: Amount.nullable(),
    balanced: z.boolean().nullable().meta({ description: "Opening and lines make closing; null: the format has not both balances" }),
    lines: z.int(),
    new: z.int().meta({ description: "Lines that this file added" }),
    known: z.int().meta({ description: "Lines that an earlier file had already added" }),
    warnings: z.array(z.string()).meta({ description: "Gaps before it and overlaps with earlier statements" }),
    sha256: z.string(),
    version: Version,
    ...common,
  })
  .meta({ id: "BankStatement" })
export type BankStatement = z.output<typeof BankStatement>

/** Lines that nobody has matched explain why the books and the bank differ. */
const LinesLeft = z.object({ count: z.int(), amount: Total })
export const Reconciliation = z
  .object({
    currency: Currency,
    bank: Total.nullable().meta({ description: "The last closing balances of all own accounts in this currency; null: none is known" }),
    ledger: Total.meta({ description: "What the ledger has as cash:own in this currency" }),
    difference: Total.nullable(),
    waiting: LinesLeft.meta({ description: "Lines that are new or suggested" }),
    ignored: LinesLeft,
  })
  .meta({ id: "BankReconciliation" })
export type Reconciliation = z.output<typeof Reconciliation>

/** Fields of a form are text. */
const asJson = (value: unknown, ctx: z.core.$RefinementCtx<unknown>) => {
  if (typeof value !== "string") return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    ctx.issues.push({ code: "custom", message: "must be JSON", input: value })
    return z.NEVER
  }
}
const profile = z.preprocess(asJson, CsvProfile)
const draft = z.preprocess(asJson, CsvDraft)
const asFlag = (value: unknown) => (value === "true" ? true : value === "false" ? false : value)

const file = z.custom<Upload>(value => value instanceof Upload, "must be the file itself").meta({ description: "The bytes of the file" })

export const Import = z
  .object({
    file,
    ownAccount: Reference("Id of the own account that the file is about"),
    format: z.enum(statementFormats).optional().meta({ description: "Found out from the file when absent" }),
    profile: profile.optional().meta({
      description: "How the bank writes CSV, as JSON; when absent, the account's saved profile, else guessed from the first lines",
    }),
    saveProfile: z
      .preprocess(asFlag, z.boolean())
      .default(false)
      .meta({ description: "Whether later CSV files of this account are read by this profile" }),
  })
  .meta({ example: { ownAccount: "69e3b0c44298fc1c149afbf4" } })
export type Import = z.output<typeof Import>

export const PreviewInput = z
  .object({
    file: file.meta({ description: "The bytes of the file, or its first lines" }),
    ownAccount: Reference("Id of the own account that the file is about"),
    profile: draft.optional().meta({ description: "How the bank writes CSV, as JSON; the saved one or a guess when absent" }),
  })
  .meta({ example: { ownAccount: "69e3b0c44298fc1c149afbf4" } })
export type PreviewInput = z.output<typeof PreviewInput>

const profileSources = ["given", "saved", "guessed"] as const

/** What an import would read of a file. Nothing is stored. */
export const StatementPreview = z
  .object({
    format: z.enum(statementFormats),
    currency: Currency,
    profile: CsvDraft.nullable().meta({ description: "How the CSV was read; null: the file has another format, which needs no profile" }),
    source: z.enum(profileSources).nullable().meta({ description: "Where the profile is from" }),
    rows: z.array(z.object({ line: z.int(), cells: z.array(z.string()) })).meta({ description: "The first lines as cells" }),
    bookings: z
      .array(
        z.object({
          line: z.int(),
          bookedOn: Day,
          valueOn: Day.nullable(),
          amount: Amount,
          balance: Amount.nullable(),
          name: z.string().nullable(),
          account: z.string().nullable(),
          text: z.string(),
          reference: z.string().nullable(),
        }),
      )
      .meta({ description: "The first bookings, as an import would store them" }),
    problem: z
      .object({ line: z.int().nullable(), reason: z.string() })
      .nullable()
      .meta({ description: "Why these lines can't be imported by this profile" }),
  })
  .meta({ id: "BankStatementPreview" })
export type StatementPreview = z.output<typeof StatementPreview>

/** How far an import is that has not answered yet. It is seen completely or not at all. */
export const ImportProgress = z.object({
  ownAccount: Id,
  sha256: z.string(),
  lines: z.int().nullable().meta({ description: "How many lines it adds; null while the file is being read" }),
  stored: z.int().meta({ description: "How many of them are stored; nobody sees them before all are" }),
  startedAt: UtcTimestamp,
})
export type ImportProgress = z.output<typeof ImportProgress>
export const importFilters = { ownAccount: by.text("own_account_id"), sha256: by.text("sha256") }

/** How the bank of an own account writes CSV, as a person has shown it. */
export const SavedProfile = z
  .object({ _id: Id, ownAccount: Id, profile: CsvProfile, version: Version, ...common })
  .meta({ id: "SavedCsvProfile" })
export type SavedProfile = z.output<typeof SavedProfile>

export const savedProfileFilters = { ownAccount: by.text("own_account_id"), ...commonFilters }

export const bankStatementFilters = {
  ownAccount: by.text("own_account_id"),
  format: by.oneOf("format", statementFormats),
  currency: by.currency("currency"),
  number: by.text("number"),
  sha256: by.text("sha256"),
  ...commonFilters,
}
