import { Download } from "lucide-react"
import { useState } from "react"
import { type CsvCell, renderCsv } from "../../src/kit/pure/csv.ts"
import { download } from "../lib/download.ts"
import { Button } from "../ui/button.tsx"
import { notify } from "../ui/toast.tsx"
import { fetchPage, type Filters } from "./list-query.ts"
import type { Resource, Row } from "./resource.ts"

/** Rows of one file; larger exports need a narrower filter, or the API. */
const maxRows = 50_000

/** All that is filtered, as a CSV file, with its progress while it is read. */
export function ExportButton({ resource, filters }: { resource: Resource; filters: Filters }) {
  const [progress, setProgress] = useState<number | undefined>(undefined)
  const run = async () => {
    setProgress(0)
    try {
      const rows = await readAll(resource, filters, setProgress)
      download(
        `${resource.path}.csv`,
        renderCsv({ columns: resource.csv, rows: rows.map(row => resource.csv.map(path => valueAt(row, path))) }),
      )
      notify(`Exported ${rows.length.toLocaleString()} rows`, `${resource.path}.csv`)
    } catch (error) {
      notify("The export stopped", error instanceof Error ? error.message : "Try again.", "bad")
    } finally {
      setProgress(undefined)
    }
  }
  if (progress !== undefined)
    return (
      <span className="ml-auto flex items-center gap-2 text-xs text-fg-3" role="status">
        <progress max={1} value={progress} aria-label="Export" className="h-1.5 w-24 accent-accent" /> {Math.round(progress * 100)}%
      </span>
    )
  return (
    <Button className="ml-auto" onClick={() => void run()}>
      <Download className="size-3.5 text-fg-3" aria-hidden /> Export
    </Button>
  )
}

async function readAll(resource: Resource, filters: Filters, onProgress: (done: number) => void) {
  const rows: Row[] = []
  for (let hasMore = true; hasMore && rows.length < maxRows;) {
    const after = rows.at(-1)?._id
    const page = await fetchPage(resource, { ...filters, endingBefore: "", startingAfter: after ?? "", limit: "100" })
    rows.push(...page.rows)
    hasMore = page.hasMore
    onProgress(Math.min(1, rows.length / Math.max(1, Math.min(page.count, maxRows))))
  }
  return rows
}

/** `links.long` of an object; what is no single value is written as JSON. */
function valueAt(row: object, path: string): CsvCell {
  const value = path.split(".").reduce<unknown>((node, key) => (node as Record<string, unknown> | null | undefined)?.[key], row)
  if (typeof value === "string" || typeof value === "number" || typeof value === "boolean") return value
  return value === undefined || value === null ? null : JSON.stringify(value)
}
