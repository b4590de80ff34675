import { z } from "zod"
import { common, Id, Reference, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { Upload } from "../../kit/pure/upload.ts"
import { answerEffects, answerFormats } from "./values.ts"

/** A file in which a bank answers about payment files. */
export const BankAnswer = z
  .object({
    _id: Id,
    ownAccount: Id,
    format: z.enum(answerFormats),
    count: z.int().meta({ description: "How many answers it has" }),
    sha256: z.string(),
    version: Version,
    ...common,
  })
  .meta({ id: "BankAnswer" })
export type BankAnswer = z.output<typeof BankAnswer>

const Item = z.object({
  code: z.string().meta({ description: "The reason or status of the bank", example: "AC04" }),
  words: z.string().meta({ description: "What the code means, or why a person has to decide", example: "AC04: the account is closed" }),
  paymentFile: Id.nullable(),
  payout: Id.nullable(),
  transaction: Id.nullable(),
  effect: z.enum(answerEffects).nullable().meta({ description: "What it did; null until it is applied; waiting: for a person" }),
})

export const BankAnswerWithItems = BankAnswer.extend({ items: z.array(Item) }).meta({ id: "BankAnswerWithItems" })
export type BankAnswerWithItems = z.output<typeof BankAnswerWithItems>

export const AnswerImport = z
  .object({
    file: z.custom<Upload>(value => value instanceof Upload, "must be the file itself").meta({ description: "The bytes of the file" }),
    ownAccount: Reference("Id of the own account whose payment files it is about"),
  })
  .meta({ example: { ownAccount: "69e3b0c44298fc1c149afbf4" } })
export type AnswerImport = z.output<typeof AnswerImport>

export const bankAnswerFilters = {
  ownAccount: by.text("own_account_id"),
  format: by.oneOf("format", answerFormats),
  sha256: by.text("sha256"),
  ...commonFilters,
}
