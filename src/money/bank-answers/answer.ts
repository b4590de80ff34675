import type { AnswerKind } from "./values.ts"

/** What a bank says about a file of ours, a batch of it, or one payment. */
export type Answer = {
  kind: AnswerKind
  /** The reason or the status, such as AC04, ACCP, R01 or C01. */
  code: string
  /** The message id of the file, where the format has one. */
  original: string | null
  /** The batch's id, where the answer is about one batch. */
  batch: string | null
  /** Of one payment: its id, or its trace number. */
  endToEndId: string | null
  trace: string | null
  amount: number | null
}
