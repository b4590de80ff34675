import { useQuery, useQueryClient } from "@tanstack/react-query"
import { TriangleAlert } from "lucide-react"
import { useEffect } from "react"
import { call } from "../../client.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { Note } from "../../ui/note.tsx"
import { ProgressBar } from "../../ui/progress-bar.tsx"
import { Status } from "../../ui/status.tsx"
import type { Import } from "./import.ts"
import { Mapping } from "./mapping.tsx"
import { Report } from "./report.tsx"

const pollMs = 1000

/** How far it is, the mapping of a draft with its preview, and what became of the rows. */
export function ImportBody({ row: first }: { row: Import }) {
  const row = useProgress(first)
  const isGoingOn = row.status === "running" || row.status === "checking"
  return (
    <>
      {row.failure !== null && (
        <Note
          tone="bad"
          icon={TriangleAlert}
          role="alert"
          title={row.status === "failed" ? "The import has stopped" : "The dry run has stopped"}
        >
          {row.failure}.{" "}
          {row.status === "failed" ? "Start it again: it goes on where it stopped." : "Nothing was created. Try all rows again."}
        </Note>
      )}
      {isGoingOn && <Progress row={row} />}
      {row.check && !row.startedAt && <Counts title="Dry run" hint="What would become of the rows" counts={row.check} />}
      {row.startedAt && (
        <Counts title="Rows" hint={`${row.done.toLocaleString()} of ${row.rows.toLocaleString()} are done`} counts={row.counts} />
      )}
      {!isGoingOn && (row.check ?? row.startedAt) && <Report key={row.status} row={row} />}
      {row.status === "draft" && <Mapping key={row.version} row={row} />}
    </>
  )
}

/** Progress is no event, so it is asked for as long as the import goes on. */
function useProgress(row: Import): Import {
  const queries = useQueryClient()
  const isGoingOn = row.status === "running" || row.status === "checking"
  const { data = row } = useQuery({
    queryKey: ["imports", "progress", row._id, row.version],
    queryFn: () => call("GET /v1/imports/{id}", {}, { path: { id: row._id } }),
    enabled: isGoingOn,
    refetchInterval: pollMs,
  })
  const hasEnded = isGoingOn && data.status !== row.status
  useEffect(() => {
    if (hasEnded) void queries.invalidateQueries({ queryKey: ["imports"] })
  }, [hasEnded, queries])
  return isGoingOn ? data : row
}

function Progress({ row }: { row: Import }) {
  const what = row.status === "checking" ? "rows were tried" : "rows are done"
  return (
    <Card aria-label="Progress" className="px-5 py-4">
      <ProgressBar
        label="Rows"
        share={row.done / row.rows}
        words={`${row.done.toLocaleString()} of ${row.rows.toLocaleString()} ${what}. You can leave this page.`}
      />
    </Card>
  )
}

const Counts = ({ title, hint, counts }: { title: string; hint: string; counts: Import["counts"] }) => (
  <Card aria-label={title}>
    <CardHead title={title} hint={hint} />
    <ul className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line px-5 py-3">
      {Object.entries(counts).map(([outcome, count]) => (
        <li key={outcome} className="flex items-center gap-2 text-sm">
          <Status status={outcome} /> <span className="num font-medium">{count.toLocaleString()}</span>
        </li>
      ))}
    </ul>
  </Card>
)
