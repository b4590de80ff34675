import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { applyAgain, assertCanBeApplied, assertWaits, handleItem } from "./handle.ts"
import { importAnswer } from "./import.ts"
import { AnswerImport, bankAnswerFilters, BankAnswerWithItems, Handling, ListedAnswer } from "./schema.ts"
import { listBankAnswers, readBankAnswer, readBankAnswerForUpdate, renderWithItems } from "./store.ts"

export const bankAnswerOperations = [
  operation({
    route: "POST /v1/bank-answers/import",
    noun: "bankAnswer",
    label: "Import an answer of the bank",
    summary: "Import what the bank answers about payment files: a status report (pain.002), or NACHA returns and notifications of change",
    needs: "payouts.send",
    effect: "money",
    upload: { maxBytes: 8 * 1024 * 1024 },
    input: AnswerImport,
    output: BankAnswerWithItems,
    run: importAnswer,
  }),

  listing({
    route: "GET /v1/bank-answers",
    noun: "bankAnswer",
    plural: "bankAnswers",
    summary: "List imported answers of the bank, newest first",
    needs: "splits.view",
    filters: bankAnswerFilters,
    item: ListedAnswer,
    run: listBankAnswers,
  }),

  operation({
    route: "GET /v1/bank-answers/{id}",
    noun: "bankAnswer",
    summary: "One answer of the bank, with what each part of it did; what is waiting is for a person",
    needs: "splits.view",
    effect: "read",
    input: noInput,
    output: BankAnswerWithItems,
    subject: readBankAnswer,
    run: (ctx, _input, answer) => renderWithItems(ctx, answer),
  }),

  operation({
    route: "POST /v1/bank-answers/{id}/handle",
    noun: "bankAnswer",
    summary: "Say how a person has dealt with a part of an answer that waits; nothing is booked",
    needs: "payouts.send",
    effect: "change",
    input: Handling,
    output: BankAnswerWithItems,
    subject: readBankAnswerForUpdate,
    assertPossible: assertWaits,
    run: handleItem,
  }),

  operation({
    route: "POST /v1/bank-answers/{id}/retry",
    noun: "bankAnswer",
    summary: "Apply the parts of an answer that wait once more, such as after their payment file was marked as sent",
    needs: "payouts.send",
    effect: "money",
    input: noInput,
    output: BankAnswerWithItems,
    subject: readBankAnswerForUpdate,
    assertPossible: assertCanBeApplied,
    run: (ctx, _input, answer) => applyAgain(ctx, answer),
  }),

  timeline("bank-answers", "splits.view", readBankAnswer),
]
