import { z } from "zod"
import { common, Id, Reference, text, UtcTimestamp, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { Upload } from "../../kit/pure/upload.ts"
import { answerEffects, answerFormats, answerStatuses } from "./values.ts"

/** A file in which a bank answers about payment files. */
export const BankAnswer = z
  .object({
    _id: Id,
    ownAccount: Id,
    format: z.enum(answerFormats),
    count: z.int().meta({ description: "How many answers it has" }),
    handled: z.int().meta({ description: "How many parts waited for a person and were dealt with" }),
    sha256: z.string(),
    version: Version,
    ...common,
  })
  .meta({ id: "BankAnswer" })
export type BankAnswer = z.output<typeof BankAnswer>

export const ListedAnswer = BankAnswer.extend({
  status: z.enum(answerStatuses).meta({ description: "applying: the worker is at it; waiting: a part waits for a person; applied" }),
  waiting: z.int().meta({ description: "How many parts wait for a person" }),
}).meta({ id: "ListedBankAnswer" })
export type ListedAnswer = z.output<typeof ListedAnswer>

const Item = z.object({
  item: z.int().meta({ description: "Its place in the answer, the first being 1" }),
  code: z.string().meta({ description: "The reason or status of the bank", example: "AC04" }),
  words: z.string().meta({ description: "What the code means, or why a person has to decide", example: "AC04: the account is closed" }),
  paymentFile: Id.nullable(),
  payout: Id.nullable(),
  transaction: Id.nullable(),
  effect: z.enum(answerEffects).nullable().meta({ description: "What it did; null until it is applied; waiting: for a person" }),
  handled: z
    .object({ by: z.string().meta({ description: "The user" }), at: UtcTimestamp, note: z.string() })
    .nullable()
    .meta({ description: "Who has dealt with a part that waited" }),
})

export const BankAnswerWithItems = ListedAnswer.extend({ items: z.array(Item) }).meta({ id: "BankAnswerWithItems" })
export type BankAnswerWithItems = z.output<typeof BankAnswerWithItems>

export const AnswerImport = z
  .object({
    file: z.custom<Upload>(value => value instanceof Upload, "must be the file itself").meta({ description: "The bytes of the file" }),
    ownAccount: Reference("Id of the own account whose payment files it is about"),
  })
  .meta({ example: { ownAccount: "69e3b0c44298fc1c149afbf4" } })
export type AnswerImport = z.output<typeof AnswerImport>

export const Handling = z
  .object({
    item: z.int().min(1, "must be the place of a part, the first being 1").meta({ description: "Which part waits" }),
    note: text(500, 1).meta({ description: "What was done", example: "Called the bank: the payment was not made" }),
  })
  .meta({ example: { item: 1, note: "Called the bank: the payment was not made" } })
export type Handling = z.output<typeof Handling>

export const bankAnswerFilters = {
  status: by.oneOf("status", answerStatuses),
  paymentFile: by.text("payment_file"),
  ownAccount: by.text("own_account_id"),
  format: by.oneOf("format", answerFormats),
  sha256: by.text("sha256"),
  ...commonFilters,
}
