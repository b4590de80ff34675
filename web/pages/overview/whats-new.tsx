import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Sparkles } from "lucide-react"
import { useState } from "react"
import { call } from "../../client.ts"
import { t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { notify } from "../../ui/toast.tsx"

const key = ["releases", "latest"]
const maxShown = 6

/** After an upgrade: what the new version added, until this person closes it. */
export function WhatsNew() {
  const queries = useQueryClient()
  const [isWhole, setWhole] = useState(false)
  const release = useQuery({ queryKey: key, queryFn: () => call("GET /v1/releases/latest", {}), staleTime: Infinity })
  const close = useMutation({
    mutationFn: (version: string) => call("POST /v1/releases/seen", { version }),
    onSuccess: () => queries.setQueryData(key, release.data && { ...release.data, isNew: false }),
    onError: error => notify(t`It was not closed`, error.message, "bad"),
  })
  const { version, changes = [], isNew } = release.data ?? {}
  if (!version || !isNew || changes.length === 0) return null
  const shown = isWhole ? changes : changes.slice(0, maxShown)
  return (
    <Card aria-label={t`What is new`} className="mb-4 pb-4">
      <CardHead title={t`What is new in Countersign ${version}`} hint={t`Shown once, until you close it.`}>
        <Button size="sm" disabled={close.isPending} onClick={() => close.mutate(version)}>
          {t`Close`}
        </Button>
      </CardHead>
      <ul className="space-y-2 px-5">
        {shown.map(change => (
          <li key={change} className="flex gap-2.5 text-sm text-fg-2">
            <Sparkles className="mt-0.5 size-3.5 shrink-0 text-accent" aria-hidden />
            <span className="min-w-0 wrap-anywhere">{change}</span>
          </li>
        ))}
      </ul>
      {changes.length > shown.length && (
        <Button size="sm" variant="ghost" className="mx-3 mt-2" onClick={() => setWhole(true)}>
          {t`Show all ${whole(changes.length)}`}
        </Button>
      )}
    </Card>
  )
}
