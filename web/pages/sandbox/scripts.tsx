import { useQuery, useQueryClient } from "@tanstack/react-query"
import { Play } from "lucide-react"
import { useMemo } from "react"
import { request } from "../../client.ts"
import { useOneOpen } from "../../dashboard/form-open.ts"
import { usePermission } from "../../dashboard/session.tsx"
import type { Field } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { type Script, scripts } from "./script-list.ts"

/** The actions of banks and payers to simulate, as a list of sentences. */
export function Scripts() {
  const can = usePermission()
  const [open, setOpen] = useOneOpen(id => scripts.find(({ title }) => id === `script ${title}`))
  return (
    <Card aria-label={t`Simulate`}>
      <CardHead title={t`Simulate`} hint={t`Actions of banks and payers`} />
      <ul className="px-2 pb-2">
        {scripts
          .filter(({ needs }) => can(needs))
          .map(script => (
            <li key={script.title}>
              <button
                type="button"
                onClick={() => setOpen(script)}
                className="group flex w-full items-center gap-3 rounded-lg px-3 py-2 text-start hover:bg-hover"
              >
                <script.icon className="size-4 shrink-0 text-fg-3" aria-hidden />
                <span className="min-w-0 flex-1 leading-tight">
                  <span className="block text-sm font-medium">{script.title}</span>
                  <span className="block text-xs text-fg-3">{script.line}</span>
                </span>
                <Play className="size-3.5 text-fg-3 group-hover:text-accent" aria-hidden />
              </button>
            </li>
          ))}
      </ul>
      {open && <ScriptDialog key={open.title} script={open} onClose={() => setOpen(undefined)} />}
    </Card>
  )
}

type Row = Record<string, unknown> & { _id: string }

function ScriptDialog({ script, onClose }: { script: Script; onClose(): void }) {
  const { subject, title } = script
  const rows = useQuery({
    queryKey: ["simulations", "subjects", title],
    queryFn: () => request(subject!.route, { ...subject!.query, limit: 100 }) as Promise<{ data: Row[] }>,
    enabled: subject !== undefined,
    staleTime: 0,
  })
  if (!subject) return <ScriptForm script={script} rows={[]} onClose={onClose} />
  if (rows.data && rows.data.data.length > 0) return <ScriptForm script={script} rows={rows.data.data} onClose={onClose} />
  return (
    <Dialog isOpen onClose={onClose} title={title} width="max-w-md" footer={<Button onClick={onClose}>{t`Close`}</Button>}>
      {rows.isError ? (
        <Failure error={rows.error} onRetry={() => void rows.refetch()} />
      ) : rows.data ? (
        <p className="text-fg-2">{subject.none}</p>
      ) : (
        <Skeleton className="h-10 w-full" />
      )}
    </Dialog>
  )
}

function ScriptForm({ script, rows, onClose }: { script: Script; rows: readonly Row[]; onClose(): void }) {
  const queries = useQueryClient()
  const { subject, route, fields = [], sends, title, line, verb, done } = script
  const all = useMemo((): readonly Field[] => {
    if (!subject) return fields
    const { name, label, describe } = subject
    return [{ name, label, kind: "choice", isRequired: true, initial: rows[0]!._id, choices: rows.map(describe) }, ...fields]
  }, [subject, fields, rows])
  return (
    <FormDialog
      id={`script ${title}`}
      isOpen
      onClose={onClose}
      title={title}
      description={`${line}. ${t`The same events are published as when it really happens.`}`}
      fields={all}
      submit={() => verb}
      send={({ id = "", ...input }, idempotencyKey) => request(route, { ...input, ...sends }, { path: { id: String(id) }, idempotencyKey })}
      onDone={() => {
        notify(done)
        void queries.invalidateQueries()
      }}
    />
  )
}
