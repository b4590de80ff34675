import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Plus, X } from "lucide-react"
import { useState } from "react"
import { request } from "../client.ts"
import { type Entry, metadataChange, repeatedKey } from "../lib/metadata.ts"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { control } from "../ui/control.ts"
import { Dialog } from "../ui/dialog.tsx"
import { notify } from "../ui/toast.tsx"
import type { Resource, Row } from "./resource.ts"

type Props = { resource: Resource; row: Row & { metadata: Record<string, string> }; onClose(): void }

/** Changes the metadata of any object: keys and values that your programs and colleagues know it by. */
export function MetadataDialog({ resource, row, onClose }: Props) {
  const queries = useQueryClient()
  const [idempotencyKey, renewKey] = useState(() => crypto.randomUUID())
  const [entries, setEntries] = useState<readonly Entry[]>(() => {
    const present = Object.entries(row.metadata).map(([key, value]) => ({ key, value }))
    return present.length > 0 ? present : [{ key: "", value: "" }]
  })
  const twice = repeatedKey(entries)
  const change = metadataChange(row.metadata, entries)
  const save = useMutation({
    mutationFn: () => request(`POST /v1/${resource.key}/{id}/update`, { metadata: change }, { path: { id: row._id }, idempotencyKey }),
    onSuccess: () => {
      notify(t`Metadata changed`)
      void queries.invalidateQueries()
      onClose()
    },
  })
  const replace = (next: readonly Entry[]) => {
    setEntries(next)
    renewKey(crypto.randomUUID()) // another change is another request
  }
  const put = (index: number, part: Partial<Entry>) => replace(entries.map((entry, i) => (i === index ? { ...entry, ...part } : entry)))
  const isReady = !save.isPending && twice === undefined && Object.keys(change).length > 0
  const problem = twice === undefined ? save.error?.message : t`The key “${twice}” stands twice. Give one of them another name.`
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t`Metadata`}
      description={t`Keys and values for your own programs and colleagues. Lists and exports can be filtered by them.`}
      footer={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button variant="primary" type="submit" form="metadata" disabled={!isReady}>
            {save.isPending ? t`Saving…` : t`Save`}
          </Button>
        </>
      }
    >
      <form
        id="metadata"
        className="space-y-2 pt-1"
        onSubmit={event => {
          event.preventDefault()
          if (isReady) save.mutate()
        }}
      >
        {entries.map((entry, index) => (
          <EntryRow
            key={index}
            entry={entry}
            place={index + 1}
            onChange={part => put(index, part)}
            onRemove={() => replace(entries.filter((_, i) => i !== index))}
          />
        ))}
        <Button variant="ghost" size="sm" onClick={() => setEntries([...entries, { key: "", value: "" }])}>
          <Plus className="size-3.5" aria-hidden /> {t`Add an entry`}
        </Button>
        {problem && (
          <p role="alert" className="text-sm text-bad">
            {problem}
          </p>
        )}
      </form>
    </Dialog>
  )
}

type RowProps = { entry: Entry; place: number; onChange(part: Partial<Entry>): void; onRemove(): void }

const EntryRow = ({ entry, place, onChange, onRemove }: RowProps) => (
  <div className="flex items-center gap-2">
    <input
      aria-label={t`Key ${place}`}
      placeholder={t`Key`}
      className={`${control} basis-2/5`}
      maxLength={64}
      value={entry.key}
      onChange={event => onChange({ key: event.target.value })}
    />
    <input
      aria-label={t`Value ${place}`}
      placeholder={t`Value`}
      className={`${control} grow`}
      value={entry.value}
      onChange={event => onChange({ value: event.target.value })}
    />
    <Button
      size="icon"
      variant="ghost"
      aria-label={entry.key === "" ? t`Remove the empty entry` : t`Remove ${entry.key}`}
      onClick={onRemove}
    >
      <X className="size-4" aria-hidden />
    </Button>
  </div>
)
