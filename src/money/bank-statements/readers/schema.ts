import { z } from "zod"
import { text } from "../../../kit/pure/fields.ts"

const Column = text(100, 1).meta({ description: "The name in the header line, or the place of the column, the first being 1" })

const columns = {
  date: Column,
  valueDate: Column.optional(),
  amount: Column.optional().meta({ description: "With its sign; instead of it, debit and credit, or amount and indicator" }),
  debit: Column.optional().meta({ description: "What left the account, without a sign or negative" }),
  credit: Column.optional().meta({ description: "What came in" }),
  indicator: Column.optional().meta({ description: "Says whether the amount is a debit: D, DBIT, S, debit, or a minus sign" }),
  currency: Column.optional(),
  balance: Column.optional().meta({ description: "The balance after the booking, by which a file is checked" }),
  name: Column.optional(),
  account: Column.optional(),
  text: z.array(Column).max(10).default([]),
  reference: Column.optional().meta({ description: "What the bank identifies the booking by" }),
  endToEndId: Column.optional(),
}

/** How a bank writes its CSV. */
export const CsvProfile = z
  .object({
    separator: z.enum([";", ",", "\t", "|"]).default(";"),
    encoding: z.enum(["utf-8", "windows-1252", "utf-16le"]).default("utf-8"),
    decimal: z.enum([",", "."]).default(","),
    dateOrder: z.enum(["dmy", "mdy", "ymd"]).default("dmy"),
    skip: z.int().min(0).max(100).default(0).meta({ description: "Lines before the header line" }),
    header: z.boolean().default(true).meta({ description: "Whether a line names the columns" }),
    columns: z.object(columns),
  })
  .meta({ id: "CsvProfile" })
export type CsvProfile = z.output<typeof CsvProfile>

/** A profile that a person is making: its date column may be missing yet. */
export const CsvDraft = CsvProfile.extend({ columns: z.object({ ...columns, date: Column.optional() }) }).meta({ id: "CsvDraft" })
export type CsvDraft = z.output<typeof CsvDraft>
