import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { unbookLine } from "./book.ts"
import { acceptFirst, matchLine } from "./match.ts"
import { assertAcceptable, assertIgnorable, assertMatchable, assertUndoable } from "./rules.ts"
import { BankLine, bankLineFilters, NewMatch, Note } from "./schema.ts"
import { listLines, readLine, readLineForUpdate, renderBankLine, saveLine } from "./store.ts"

export const bankLineOperations = [
  listing({
    route: "GET /v1/bank-lines",
    noun: "bankLine",
    plural: "bankLines",
    summary: "List the lines of bank statements, newest first; new and suggested ones wait for a person",
    needs: "transactions.view",
    filters: bankLineFilters,
    item: BankLine,
    run: listLines,
  }),

  operation({
    route: "GET /v1/bank-lines/{id}",
    noun: "bankLine",
    summary: "One line of a bank statement with what it is matched to, or what it may be",
    needs: "transactions.view",
    effect: "read",
    input: noInput,
    output: BankLine,
    subject: readLine,
    run: (_ctx, _input, line) => renderBankLine(line),
  }),

  operation({
    route: "POST /v1/bank-lines/{id}/match",
    noun: "bankLine",
    summary: "Match a line: money in pays one or several payment intents, money out confirms a payout or a refund, and a return takes back",
    needs: "transactions.edit",
    needsConfirmation: "daily",
    effect: "money",
    input: NewMatch,
    output: BankLine,
    subject: readLineForUpdate,
    assertPossible: assertMatchable,
    run: async (ctx, input, line) => renderBankLine(await matchLine(ctx, line, input)),
  }),

  operation({
    route: "POST /v1/bank-lines/{id}/accept",
    noun: "bankLine",
    summary: "Match a suggested line to its first candidate",
    needs: "transactions.edit",
    needsConfirmation: "daily",
    effect: "money",
    input: noInput,
    output: BankLine,
    subject: readLineForUpdate,
    assertPossible: assertAcceptable,
    run: async (ctx, _input, line) => renderBankLine(await acceptFirst(ctx, line)),
  }),

  operation({
    route: "POST /v1/bank-lines/{id}/unmatch",
    noun: "bankLine",
    summary:
      "Undo a match or an ignored line: opposite entries take back what it booked, for a payment file all at once, and the line waits anew",
    needs: "transactions.edit",
    effect: "money",
    input: noInput,
    output: BankLine,
    subject: readLineForUpdate,
    assertPossible: assertUndoable,
    run: async (ctx, _input, line) => renderBankLine(await unbookLine(ctx, line)),
  }),

  operation({
    route: "POST /v1/bank-lines/{id}/ignore",
    noun: "bankLine",
    summary: "Say that a line is none of ours, with a note; nothing is booked",
    needs: "transactions.edit",
    effect: "change",
    input: Note,
    output: BankLine,
    subject: readLineForUpdate,
    assertPossible: assertIgnorable,
    run: (ctx, { note }, line) => renderBankLine(saveLine(ctx, line, { status: "ignored", note, candidates: [] })),
  }),

  timeline("bank-lines", "transactions.view", readLine),
]
