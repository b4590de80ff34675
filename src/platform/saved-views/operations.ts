import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { allOperations } from "../../kit/operation/ports.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { savedViewProblem } from "./errors.ts"
import { assertBelowMax, assertMayEdit } from "./rules.ts"
import { NewSavedView, SavedView, SavedViewChange, savedViewFilters } from "./schema.ts"
import {
  deleteSavedView,
  insertSavedView,
  listSavedViews,
  lockAndCount,
  readSavedView,
  readSavedViewForUpdate,
  renderSavedView,
  saveSavedView,
} from "./store.ts"

export const savedViewOperations = [
  operation({
    route: "POST /v1/saved-views/create",
    creates: true,
    noun: "savedView",
    summary: "Save filters, sort order and columns of a list under a name, for you alone or for all people of the tenant",
    forPeople: true,
    effect: "change",
    input: NewSavedView,
    output: SavedView,
    async run(ctx, { list, shared, ...view }) {
      if (!listsOf(ctx).includes(list)) throw savedViewProblem("VIW-1001", { list })
      assertBelowMax(await lockAndCount(ctx, ctx.caller.user), { own: true, shared })
      return renderSavedView(insertSavedView(ctx, { list, is_shared: shared, ...view }), ctx)
    },
  }),

  listing({
    route: "GET /v1/saved-views",
    noun: "savedView",
    plural: "savedViews",
    summary: "List your saved views and those that others share, newest first",
    forPeople: true,
    filters: savedViewFilters,
    item: SavedView,
    run: (ctx, query) => listSavedViews(ctx, query, listsOf(ctx)),
  }),

  operation({
    route: "GET /v1/saved-views/{id}",
    noun: "savedView",
    summary: "One saved view of yours, or one that somebody shares",
    forPeople: true,
    effect: "read",
    input: noInput,
    output: SavedView,
    subject: (ctx, id) => readSavedView(ctx, id, listsOf(ctx)),
    run: (ctx, _input, view) => renderSavedView(view, ctx),
  }),

  operation({
    route: "POST /v1/saved-views/{id}/update",
    noun: "savedView",
    summary: "Change a saved view; one that is shared can be changed by its owner and by people with settings.edit",
    forPeople: true,
    effect: "change",
    input: SavedViewChange,
    output: SavedView,
    subject: (ctx, id) => readSavedViewForUpdate(ctx, id, listsOf(ctx)),
    assertPossible: (view, { caller }) => assertMayEdit(view, caller),
    async run(ctx, { shared, ...change }, view) {
      const is_shared = shared ?? view.is_shared
      if (is_shared && !view.is_shared) assertBelowMax(await lockAndCount(ctx, view.user_id), { own: false, shared: true })
      const { name, query, columns, density } = view
      return renderSavedView(saveSavedView(ctx, view, { name, query, columns, density, ...omitUndefined(change), is_shared }), ctx)
    },
  }),

  operation({
    route: "POST /v1/saved-views/{id}/delete",
    noun: "savedView",
    summary: "Delete a saved view",
    forPeople: true,
    effect: "change",
    input: noInput,
    output: SavedView,
    subject: (ctx, id) => readSavedViewForUpdate(ctx, id, listsOf(ctx)),
    assertPossible: (view, { caller }) => assertMayEdit(view, caller),
    run(ctx, _input, view) {
      deleteSavedView(ctx, view)
      return renderSavedView(view, ctx)
    },
  }),
]

/** The lists that the caller may see: what a view of another shows about its filters is not for others. */
const listsOf = ({ caller }: Context): string[] =>
  allOperations.flatMap(({ route, list, needs }) => {
    const [, path] = /^GET \/v1\/([a-z-]+(?:\/[a-z-]+)?)$/.exec(route ?? "") ?? []
    return list && path && (needs === undefined || caller.permissions.has(needs)) ? [path] : []
  })
