import { useQuery, useQueryClient } from "@tanstack/react-query"
import { TriangleAlert } from "lucide-react"
import { useEffect } from "react"
import { call } from "../../client.ts"
import { plural, t, whole } from "../../lib/translate.ts"
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
          title={row.status === "failed" ? t`The import has stopped` : t`The dry run has stopped`}
        >
          {row.failure}.{" "}
          {row.status === "failed" ? t`Start it again: it goes on where it stopped.` : t`Nothing was created. Try all rows again.`}
        </Note>
      )}
      {isGoingOn && <Progress row={row} />}
      {row.check && !row.startedAt && <Counts title={t`Dry run`} hint={t`What would become of the rows`} counts={row.check} />}
      {row.startedAt && <Counts title={t`Rows`} hint={doneOf(row)} counts={row.counts} />}
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

const doneOf = ({ done, rows }: Import) =>
  plural(rows, t`${whole(done)} of ${whole(rows)} is done`, t`${whole(done)} of ${whole(rows)} are done`)

function Progress({ row }: { row: Import }) {
  const [done, all] = [whole(row.done), whole(row.rows)]
  const soFar =
    row.status === "checking"
      ? plural(row.rows, t`${done} of ${all} row was tried.`, t`${done} of ${all} rows were tried.`)
      : plural(row.rows, t`${done} of ${all} row is done.`, t`${done} of ${all} rows are done.`)
  return (
    <Card aria-label={t`Progress`} className="px-5 py-4">
      <ProgressBar label={t`Rows`} share={row.done / row.rows} words={`${soFar} ${t`You can leave this page.`}`} />
    </Card>
  )
}

const Counts = ({ title, hint, counts }: { title: string; hint: string; counts: Import["counts"] }) => (
  <Card aria-label={title}>
    <CardHead title={title} hint={hint} />
    <ul className="flex flex-wrap gap-x-6 gap-y-2 border-t border-line px-5 py-3">
      {Object.entries(counts).map(([outcome, count]) => (
        <li key={outcome} className="flex items-center gap-2 text-sm">
          <Status status={outcome} /> <span className="num font-medium">{whole(count)}</span>
        </li>
      ))}
    </ul>
  </Card>
)
