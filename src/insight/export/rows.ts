import type { Context } from "../../kit/db/context.ts"
import type { HeldSnapshot } from "../../kit/db/held-snapshot.ts"
import type { Operation } from "../../kit/operation/operation.ts"
import type { ListQuery } from "../../kit/pure/filters.ts"
import type { Page } from "../../kit/pure/page.ts"
import type { ExportedRow, Source } from "./rules.ts"

/** How many rows are read at once. */
const pageRows = 500

/** The rows of a resource, the oldest first, as its list shows them to this caller. Rows of a part name what they belong to. */
export async function* rowsOf(ctx: Context, snapshot: HeldSnapshot, { op, parent }: Source): AsyncGenerator<ExportedRow> {
  if (!op.list) yield await snapshot.within(async () => shown(op, await op.run(ctx, {}, undefined, undefined)) as ExportedRow)
  else if (!parent) yield* listed(ctx, snapshot, op)
  else
    for await (const { _id } of listed(ctx, snapshot, parent)) {
      const subject = await snapshot.within(async () => op.subject?.(ctx, String(_id)))
      for await (const row of listed(ctx, snapshot, op, subject)) yield { [parent.noun]: _id, ...row }
    }
}

async function* listed(ctx: Context, snapshot: HeldSnapshot, op: Operation, subject?: unknown): AsyncGenerator<ExportedRow> {
  const read = (query: Partial<ListQuery>) =>
    snapshot.within(async () => shown(op, await op.run(ctx, { ...oldestFirst, ...query }, subject, undefined)) as Page<ExportedRow>)
  for (let page = await read({}); ;) {
    if (page.hasMore && page.count > 0) page = await read({ limit: page.count }) // it is computed whole, and takes no cursors
    yield* page.data
    if (!page.hasMore) return
    page = await read({ startingAfter: String(page.data.at(-1)?.["_id"]) })
  }
}

const oldestFirst: ListQuery = { limit: pageRows, sort: { column: "id", descending: false }, where: [], metadata: [], uncounted: true }

const shown = (op: Operation, result: unknown) => (op.filterResponse ? op.filterResponse(result) : result)
