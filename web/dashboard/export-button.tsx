import { Download, X } from "lucide-react"
import { useEffect, useRef, useState } from "react"
import { type CsvCell, renderCsv } from "../../src/kit/pure/csv.ts"
import { download } from "../lib/download.ts"
import { percent } from "../lib/percent.ts"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { notify } from "../ui/toast.tsx"
import { useApp } from "./app-context.ts"
import { csvColumns, csvReferences, csvRows } from "./csv-names.ts"
import { exportedText } from "./export-rows.ts"
import { fetchPage, type Filters } from "./list-query.ts"
import type { Resource, Row } from "./resource.ts"

/** Rows of one file; larger exports need a narrower filter, or the API. */
const maxRows = 50_000

type Props = { resource: Resource; query: Filters | undefined; count: number | undefined }

/** Exports all rows of the filter as a CSV file, and shows the progress. */
export function ExportButton({ resource, query, count }: Props) {
  const { resources } = useApp()
  const [progress, setProgress] = useState<number | undefined>(undefined)
  const running = useRef<AbortController | undefined>(undefined)
  useEffect(() => () => running.current?.abort(), [])
  const run = async () => {
    const abort = (running.current = new AbortController())
    setProgress(0)
    try {
      const references = csvReferences(resource.csv, resources)
      const toCells = (some: readonly Row[]) => csvRows(resource.csv, references, some)
      const { rows, isWhole } = await readAll(resource, query!, toCells, setProgress, abort.signal)
      download(`${resource.path}.csv`, renderCsv({ columns: csvColumns(resource.csv, references), rows }))
      const exported = exportedText(rows.length)
      if (isWhole) notify(exported, `${resource.path}.csv`)
      else notify(exported, t`There are more rows than one file can hold. Narrow the filter to export the others.`, "bad")
    } catch (error) {
      if (abort.signal.aborted) notify(t`Export canceled`, t`No file was saved.`)
      else notify(t`The export stopped`, error instanceof Error ? error.message : t`Try again.`, "bad")
    } finally {
      setProgress(undefined)
    }
  }
  if (progress !== undefined)
    return (
      <span className="ms-auto flex items-center gap-2 text-xs text-fg-3">
        <progress max={1} value={progress} aria-label={t`Export`} className="h-1.5 w-24 accent-accent" />
        <span className="num w-9 text-end">{percent(progress, 0)}</span>
        <Button size="sm" variant="ghost" onClick={() => running.current?.abort()}>
          <X className="size-3.5" aria-hidden /> {t`Cancel`}
        </Button>
      </span>
    )
  return (
    <Button className="ms-auto" disabled={query === undefined || count === 0} onClick={() => void run()}>
      <Download className="size-3.5 text-fg-3" aria-hidden /> {t`Export`}
    </Button>
  )
}

async function readAll(
  resource: Resource,
  query: Filters,
  toCells: (rows: readonly Row[]) => Promise<CsvCell[][]>,
  onProgress: (done: number) => void,
  signal: AbortSignal,
) {
  const rows: CsvCell[][] = []
  let startingAfter = ""
  let hasMore = true
  while (hasMore && rows.length < maxRows) {
    const page = await fetchPage(resource, { ...query, endingBefore: "", startingAfter, limit: "100" }, signal)
    rows.push(...(await toCells(page.rows)))
    signal.throwIfAborted()
    startingAfter = page.rows.at(-1)?._id ?? ""
    hasMore = page.hasMore
    onProgress(Math.min(1, rows.length / Math.max(1, Math.min(page.count, maxRows))))
  }
  return { rows, isWhole: !hasMore }
}
