import { useMutation, useQuery } from "@tanstack/react-query"
import { Download } from "lucide-react"
import { call, requestCsv } from "../../client.ts"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { download } from "../../lib/download.ts"
import { t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { CardFailure, Failure } from "../../ui/failure.tsx"
import { Status } from "../../ui/status.tsx"
import type { Import } from "./import.ts"

const shown = 50

/** The rows that need somebody's eyes, and the file with all of them. */
export function Report({ row }: { row: Import }) {
  const isDryRun = row.startedAt === null
  const rows = useQuery({
    queryKey: ["imports", "rows", row._id, row.version],
    queryFn: () =>
      call("GET /v1/imports/{id}/rows", { "outcome[in]": "refused,differs", dryRun: isDryRun, limit: shown }, { path: { id: row._id } }),
  })
  const saving = useMutation({ mutationFn: () => saveReport(row._id, isDryRun ? "check" : "import") })
  const count = rows.data?.count ?? 0
  return (
    <Card aria-label={t`Report`}>
      <CardHead
        title={t`Rows that were refused or differ`}
        hint={
          count > shown ? t`${whole(shown)} of ${whole(count)}; the file has all rows` : t`Correct them in your file and import it again`
        }
      >
        <Button disabled={saving.isPending} onClick={() => saving.mutate()}>
          <Download className="size-4 text-fg-3" aria-hidden /> {t`Report`}
        </Button>
      </CardHead>
      <CardFailure query={rows} />
      {saving.isError && (
        <div className="px-5 pb-4">
          <Failure error={saving.error} />
        </div>
      )}
      <ul className="border-t border-line empty:hidden">
        {rows.data?.data.map(({ _id, line, key, outcome, object, message }) => (
          <li key={_id} className="flex min-h-12 items-center gap-3 border-b border-line px-5 py-2 text-sm last:border-0">
            <span className="num w-16 shrink-0 text-xs text-fg-3">{t`Line ${line}`}</span>
            <span className="min-w-0 flex-1 leading-tight wrap-anywhere">
              <span className="block font-medium">{key ?? t`Without a key`}</span>
              <span className="block text-xs text-fg-2">{message}</span>
            </span>
            {object !== null && (
              <ObjectLink to={row.kind} id={object} className="text-xs text-accent hover:underline">
                {t`Open its page`}
              </ObjectLink>
            )}
            <Status status={outcome} />
          </li>
        ))}
      </ul>
      {count === 0 && rows.data && <p className="px-5 pb-4 text-sm text-fg-2">{t`No row was refused or differs.`}</p>}
    </Card>
  )
}

const saveReport = async (id: string, of: "check" | "import") =>
  download(`import-${id}.csv`, await requestCsv(`/v1/imports/${id}/report?of=${of}`))
