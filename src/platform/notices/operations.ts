import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { visibleTypes } from "../../kit/operation/visible-types.ts"
import { changed, choiceOf, choicesOf } from "./rules.ts"
import { Choices, ChoicesChange, MarkedRead, Notice, noticeFilters } from "./schema.ts"
import { findChoices, findUnread, listNotices, markRead, readOwnNotice, renderNotice, saveChoices } from "./store.ts"

export const noticeOperations = [
  listing({
    route: "GET /v1/notices",
    noun: "notice",
    plural: "notices",
    summary: "List what you should know, newest first, for 90 days; `read=false` and `limit=1` count what is unread",
    forPeople: true,
    filters: noticeFilters,
    item: Notice,
    run: (ctx, query) => listNotices(ctx, query, visibleTypes(ctx)),
  }),

  operation({
    route: "GET /v1/notices/choices",
    label: "How notices reach you",
    noun: "noticeChoices",
    summary: "Which kinds of notices you can get, and whether each comes by mail, on the page, both or neither",
    forPeople: true,
    effect: "read",
    input: noInput,
    output: Choices,
    run: async ctx => ({ choices: choicesOf(ctx.caller.permissions, await findChoices(ctx, [ctx.caller.user])) }),
  }),

  operation({
    route: "POST /v1/notices/choices/update",
    label: "Choose how notices reach you",
    noun: "noticeChoices",
    summary: "Choose how kinds of notices reach you; kinds that are not sent stay as they are",
    forPeople: true,
    effect: "change",
    input: ChoicesChange,
    output: Choices,
    async run(ctx, { choices }) {
      const chosen = await findChoices(ctx, [ctx.caller.user])
      const before = choices.map(({ kind }) => choiceOf(kind, chosen))
      const after = choices.map((change, index) => changed(before[index]!, change))
      saveChoices(ctx, before, after)
      return { choices: choicesOf(ctx.caller.permissions, [...after, ...chosen]) }
    },
  }),

  operation({
    route: "GET /v1/notices/{id}",
    noun: "notice",
    summary: "One notice of yours",
    forPeople: true,
    effect: "read",
    input: noInput,
    output: Notice,
    subject: (ctx, id) => readOwnNotice(ctx, id, visibleTypes(ctx)),
    run: (_ctx, _input, notice) => renderNotice(notice),
  }),

  operation({
    route: "POST /v1/notices/{id}/read",
    label: "Mark a notice as read",
    noun: "notice",
    summary: "Mark a notice of yours as read; it stays in the list",
    forPeople: true,
    effect: "change",
    input: noInput,
    output: Notice,
    subject: (ctx, id) => readOwnNotice(ctx, id, visibleTypes(ctx)),
    run(ctx, _input, notice) {
      markRead(ctx, [notice.id])
      return renderNotice({ ...notice, read_at: notice.read_at ?? ctx.now })
    },
  }),

  operation({
    route: "POST /v1/notices/read-all",
    label: "Mark all notices as read",
    noun: "notice",
    summary: "Mark all your notices as read",
    forPeople: true,
    effect: "change",
    input: noInput,
    output: MarkedRead,
    async run(ctx) {
      const unread = await findUnread(ctx, visibleTypes(ctx))
      markRead(ctx, unread)
      return { read: unread.length }
    },
  }),
]
