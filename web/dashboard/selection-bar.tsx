import { Download, X } from "lucide-react"
import { useState } from "react"
import { plural, t, whole } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { deferred } from "../ui/deferred.tsx"
import { notify } from "../ui/toast.tsx"
import { useApp } from "./app-context.ts"
import { downloadRows } from "./export-rows.ts"
import { fetchPage, type Filters } from "./list-query.ts"
import type { Resource, Row } from "./resource.ts"
import { maxSelected, type Selection } from "./selection.ts"

const BulkActions = deferred(async () => (await import("./bulk-actions.tsx")).BulkActions)

type Props = {
  resource: Resource
  selection: Selection
  /** The filters of the list, and how many rows match them. */
  query: Filters | undefined
  count: number
}

/** How many rows are selected, and what can be done with them. It stays in view while the list scrolls. */
export function SelectionBar({ resource, selection, query, count }: Props) {
  const { resources } = useApp()
  const [isBusy, setBusy] = useState(false)
  const rows = [...selection.rows.values()]
  const run = (work: () => Promise<unknown>) => {
    setBusy(true)
    void work()
      .catch((error: unknown) => notify(t`That did not work`, error instanceof Error ? error.message : t`Try again.`, "bad"))
      .finally(() => setBusy(false))
  }
  const canSelectMore = query !== undefined && count > rows.length && rows.length < maxSelected
  return (
    <div
      role="region"
      aria-label={t`Selected rows`}
      className="sticky bottom-3 z-10 m-3 flex flex-wrap items-center gap-2 rounded-xl bg-raised p-2 ps-4 shadow-pop max-sm:hidden"
    >
      <p role="status" className="num me-auto text-sm font-medium">
        {plural(rows.length, t`1 selected`, t`${whole(rows.length)} selected`)}
      </p>
      {canSelectMore && (
        <Button variant="ghost" disabled={isBusy} onClick={() => run(async () => selection.put(await readUpTo(resource, query), true))}>
          {count > maxSelected ? t`Select the first ${whole(maxSelected)}` : t`Select all ${whole(count)}`}
        </Button>
      )}
      <BulkActions resource={resource} rows={rows} onSent={selection.clear} />
      <Button disabled={isBusy} onClick={() => run(() => downloadRows(resource, resources, rows))}>
        <Download className="size-3.5 text-fg-3" aria-hidden /> {t`Export`}
      </Button>
      <Button variant="ghost" size="icon" aria-label={t`Unselect all rows`} onClick={selection.clear}>
        <X className="size-4" aria-hidden />
      </Button>
    </div>
  )
}

async function readUpTo(resource: Resource, query: Filters): Promise<Row[]> {
  const rows: Row[] = []
  for (let hasMore = true; hasMore && rows.length < maxSelected;) {
    const page = await fetchPage(resource, { ...query, endingBefore: "", startingAfter: rows.at(-1)?._id ?? "", limit: "100" })
    rows.push(...page.rows)
    hasMore = page.hasMore
  }
  return rows
}
