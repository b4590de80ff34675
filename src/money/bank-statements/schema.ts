import { z } from "zod"
import { Amount, common, Currency, Id, Reference, Total, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { Upload } from "../../kit/pure/upload.ts"
import { statementFormats } from "../bank-lines/values.ts"
import { CsvProfile } from "./readers/schema.ts"

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
const profile = z.preprocess((value, ctx) => {
  if (typeof value !== "string") return value
  try {
    return JSON.parse(value) as unknown
  } catch {
    ctx.issues.push({ code: "custom", message: "must be JSON", input: value })
    return z.NEVER
  }
}, CsvProfile)

export const Import = z
  .object({
    file: z.custom<Upload>(value => value instanceof Upload, "must be the file itself").meta({ description: "The bytes of the file" }),
    ownAccount: Reference("Id of the own account that the file is about"),
    format: z.enum(statementFormats).optional().meta({ description: "Found out from the file when absent" }),
    profile: profile.optional().meta({ description: "How the bank writes CSV, as JSON; guessed from the first lines when absent" }),
  })
  .meta({ example: { ownAccount: "69e3b0c44298fc1c149afbf4" } })
export type Import = z.output<typeof Import>

export const bankStatementFilters = {
  ownAccount: by.text("own_account_id"),
  format: by.oneOf("format", statementFormats),
  currency: by.currency("currency"),
  number: by.text("number"),
  sha256: by.text("sha256"),
  ...commonFilters,
}
