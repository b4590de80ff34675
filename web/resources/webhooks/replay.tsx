import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { hourMs } from "../../../src/kit/pure/calendar.ts"
import { call } from "../../client.ts"
import { useOpenForm } from "../../lib/interrupted-form.ts"
import { useKeptState } from "../../lib/kept-state.ts"
import { fromLocal, tenantNow, tenantZone, toLocal } from "../../lib/time.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Failure } from "../../ui/failure.tsx"
import { control } from "../../ui/control.ts"
import type { Webhook } from "./words.ts"

const presets: [label: string, hours: number][] = [
  [t`The last hour`, 1],
  [t`24 hours`, 24],
  [t`7 days`, 168],
]

/** Sends the events of a period again, and shows how many are still queued. */
export function Replay({ webhook, onClose }: { webhook: Webhook; onClose(): void }) {
  const queries = useQueryClient()
  const [initial] = useState(() => ({ from: fromNow(-hourMs), to: fromNow(60_000) }))
  const [{ from, to }, setPeriod, forget] = useKeptState(`draft replay ${webhook._id}`, initial)
  const setFrom = (value: string) => setPeriod({ from: value, to })
  useOpenForm(`replay ${webhook._id}`)
  const close = () => {
    forget()
    onClose()
  }
  const isPeriod = from !== "" && to !== "" && from < to
  const replay = useMutation({
    mutationFn: () =>
      call("POST /v1/dev/webhooks/{id}/replay", { from: fromLocal(from), to: fromLocal(to) }, { path: { id: webhook._id } }),
    onSuccess: () => void queries.invalidateQueries({ queryKey: ["dev/webhooks"] }),
  })
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t`Replay a period`}
      description={t`Sends its events of that period again, at most 10,000. Message ids stay the same, so your server can skip duplicates.`}
      width="max-w-lg"
      footer={
        replay.data ? (
          <Button variant="primary" onClick={close}>
            {t`Close`}
          </Button>
        ) : (
          <>
            <Button variant="ghost" onClick={close}>
              {t`Cancel`}
            </Button>
            <Button variant="primary" disabled={!isPeriod || replay.isPending} onClick={() => replay.mutate()}>
              {replay.isPending ? t`Starting…` : t`Replay these events`}
            </Button>
          </>
        )
      }
    >
      {replay.data ? (
        <Progress webhook={webhook} total={replay.data.replayed} from={fromLocal(from)} to={fromLocal(to)} />
      ) : (
        <div className="space-y-3">
          <div className="flex flex-wrap gap-2">
            {presets.map(([label, hours]) => (
              <Button key={label} size="sm" onClick={() => setFrom(fromNow(-hours * hourMs))}>
                {label}
              </Button>
            ))}
            {webhook.lastSuccessAt && (
              <Button size="sm" onClick={() => setFrom(toLocal(new Date(webhook.lastSuccessAt!)))}>
                {t`Since its last success`}
              </Button>
            )}
          </div>
          <div className="grid gap-3 sm:grid-cols-2">
            <Moment label={t`From`} value={from} onChange={setFrom} />
            <Moment label={t`To`} value={to} onChange={value => setPeriod({ from, to: value })} />
          </div>
          <p className="text-xs text-fg-3">
            {isPeriod ? t`Times are those of ${tenantZone()}.` : t`The period must begin before it ends.`}
          </p>
          {replay.isError && <Failure error={replay.error} />}
        </div>
      )}
    </Dialog>
  )
}

const fromNow = (ms: number) => toLocal(new Date(tenantNow().getTime() + ms))

const Moment = ({ label, value, onChange }: { label: string; value: string; onChange(value: string): void }) => (
  <label className="block text-xs font-medium text-fg-2">
    {label}
    <input type="datetime-local" value={value} onChange={event => onChange(event.target.value)} className={`${control} mt-1`} />
  </label>
)

function Progress({ webhook, total, from, to }: { webhook: Webhook; total: number; from: string; to: string }) {
  const pending = useQuery({
    queryKey: ["dev/webhooks", "replay", webhook._id, from, to],
    queryFn: async () => {
      const query = { status: "pending" as const, "createdAt[gte]": from, "createdAt[lte]": to, limit: 1 }
      return (await call("GET /v1/dev/webhooks/{id}/deliveries", query, { path: { id: webhook._id } })).count
    },
    refetchInterval: ({ state }) => (state.data === 0 ? false : 1000),
  })
  if (total === 0) return <p role="status">{t`Nothing happened in this period that this endpoint hears. Nothing was sent.`}</p>
  const done = total - Math.min(total, pending.data ?? total)
  return (
    <div role="status" className="space-y-2">
      <p className="num font-medium">
        {plural(total, t`${whole(done)} of ${whole(total)} event sent`, t`${whole(done)} of ${whole(total)} events sent`)}
      </p>
      <progress max={total} value={done} aria-label={t`Sent again`} className="h-1.5 w-full accent-accent" />
      <p className="text-xs text-fg-3">{t`The replay continues when you close this. Failed deliveries are retried as usual.`}</p>
    </div>
  )
}
