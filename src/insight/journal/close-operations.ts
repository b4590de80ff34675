import { noApproval } from "../../control/approvals/schema.ts"
import { assertFreeNow, withdraw } from "../../control/approvals/hold.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import type { Caller } from "../../kit/pure/caller.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { reopeningToApprove } from "./approval-facts.ts"
import { approveReopening, closeMonth, rejectReopening, requestReopening } from "./close.ts"
import { assertNoPolicy, assertSecondPerson, assertStatus } from "./close-rules.ts"
import { listCloses, readClose, readCloseForUpdate, renderClose } from "./close-store.ts"
import { closeFilters, JournalClose, NewClose, Reopening } from "./schema.ts"

export const closeOperations = [
  operation({
    route: "POST /v1/journal/close",
    label: "Close a month of the journal",
    noun: "journalClose",
    summary: "Close a month, and the open months before it: no entry is dated in it any more, and its export stays the same",
    needs: "journal.edit",
    effect: "change",
    input: NewClose,
    output: JournalClose,
    run: async (ctx, { month }) => renderClose(await closeMonth(ctx, month)),
  }),

  listing({
    route: "GET /v1/journal-closes",
    noun: "journalClose",
    plural: "journalCloses",
    summary: "List the months that were closed, newest first, with their totals and the hash of their export",
    needs: "journal.view",
    filters: closeFilters,
    item: JournalClose,
    run: listCloses,
  }),

  operation({
    route: "GET /v1/journal-closes/{id}",
    noun: "journalClose",
    summary: "Get the close of a month",
    needs: "journal.view",
    effect: "read",
    input: noInput,
    output: JournalClose,
    subject: readClose,
    run: (_ctx, _input, close) => renderClose(close),
  }),

  operation({
    route: "POST /v1/journal-closes/{id}/reopen",
    label: "Ask to reopen a closed month",
    noun: "journalClose",
    summary: "Ask to open the last closed month again; a second person approves it, or those whom a policy names",
    needs: "journal.edit",
    forPeople: true,
    effect: "change",
    input: Reopening,
    output: JournalClose,
    subject: readCloseForUpdate,
    assertPossible: close => assertStatus(close, "reopened", "closed"),
    run: async (ctx, { reason }, close) => renderClose(await requestReopening(ctx, close, reason)),
  }),

  operation({
    route: "POST /v1/journal-closes/{id}/approve",
    label: "Approve the reopening of a month",
    noun: "journalClose",
    summary: "Approve a reopening that no policy holds, as another person than the one who asked for it",
    needs: "approvals.decide",
    forPeople: true,
    needsConfirmation: "daily",
    effect: "change",
    input: noInput,
    output: JournalClose,
    subject: readCloseForUpdate,
    async assertPossible(close, ctx) {
      assertStatus(close, "reopened", "reopening")
      assertSecondPerson(close, ctx.caller.user)
      await assertFreeNow(ctx, reopeningToApprove(close))
    },
    run: async (ctx, _input, close) => renderClose(await approveReopening(ctx, close)),
  }),

  operation({
    route: "POST /v1/journal-closes/{id}/reject",
    label: "Reject the reopening of a month",
    noun: "journalClose",
    summary: "Reject a reopening that no policy holds, or withdraw your own; the month stays closed",
    needs: "journal.view",
    effect: "change",
    input: noInput,
    output: JournalClose,
    subject: readCloseForUpdate,
    assertPossible(close, { caller }) {
      assertStatus(close, "rejected", "reopening")
      if (close.reopen_requested_by === caller.user) return
      assertNoPolicy(close)
      assertMayDecide(caller)
    },
    async run(ctx, _input, close) {
      await withdraw(ctx, close.id, "the reopening was withdrawn")
      return renderClose(rejectReopening(ctx, close, noApproval))
    },
  }),

  timeline("journal-closes", "journal.view", readClose),
]

function assertMayDecide({ permissions }: Caller) {
  if (!permissions.has("approvals.decide")) throw generalProblem("PRM-1001", { permission: "approvals.decide" })
}
