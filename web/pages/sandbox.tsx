import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Clock, FastForward } from "lucide-react"
import { request } from "../client.ts"
import { Forbidden } from "../dashboard/forbidden.tsx"
import { PageHead } from "../dashboard/page-head.tsx"
import { usePermission, useSession } from "../dashboard/session.tsx"
import { exactTime } from "../lib/time.ts"
import { Button } from "../ui/button.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { Empty, Skeleton } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { notify } from "../ui/toast.tsx"
import { When } from "../ui/value.tsx"

type Waiting = { _id: string; at: string; kind: string; text: string; event: string | null; object: string | null }

const jumps = [
  ["PT1H", "1 hour"],
  ["P1D", "1 day"],
  ["P7D", "1 week"],
  ["P30D", "30 days"],
] as const

/** The clock of the sandbox, and what waits for it. */
export function Sandbox() {
  const can = usePermission()
  const { user } = useSession()
  if (!can("settings.edit")) return <Forbidden needs="settings.edit" />
  return user.tenant.mode === "sandbox" ? <SandboxClock /> : <NotASandbox />
}

function SandboxClock() {
  const queries = useQueryClient()
  const { user } = useSession()
  const queue = useWaiting()
  const move = useMutation({
    mutationFn: (body: object) => request("POST /v1/simulations/clock", body),
    onSuccess() {
      notify("The clock moved", "What fell due has happened, in order.")
      void queries.invalidateQueries()
    },
  })
  return (
    <>
      <PageHead
        title="Sandbox"
        about="Move this business's clock. Everything that falls due happens in order, as if the time had passed."
      />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[22rem_minmax(0,1fr)]">
        <Card className="p-5">
          <h2 className="text-xs font-medium text-fg-3">The clock</h2>
          <p className="num mt-1 text-lg font-semibold">{exactTime(user.tenant.now)}</p>
          <div className="mt-4 grid gap-2">
            <Button
              variant="primary"
              disabled={move.isPending || queue.data?.data.length === 0}
              onClick={() => move.mutate({ to: "next" })}
            >
              <FastForward className="size-4" aria-hidden /> {move.isPending ? "Time passes…" : "Run what comes next"}
            </Button>
            <div className="grid grid-cols-2 gap-2">
              {jumps.map(([advance, label]) => (
                <Button key={advance} disabled={move.isPending} onClick={() => move.mutate({ advance })}>
                  {label}
                </Button>
              ))}
            </div>
          </div>
          {move.isError && (
            <div className="mt-3">
              <Failure error={move.error} />
            </div>
          )}
        </Card>
        <Queue isBusy={move.isPending} onRunTo={at => move.mutate({ to: at })} />
      </div>
    </>
  )
}

const useWaiting = () =>
  useQuery({
    queryKey: ["simulations", "queue"],
    queryFn: () => request("GET /v1/simulations/queue", { limit: 50 }) as Promise<{ data: Waiting[]; count: number }>,
  })

function Queue({ isBusy, onRunTo }: { isBusy: boolean; onRunTo(at: string): void }) {
  const queue = useWaiting()
  return (
    <Card aria-label="What waits for time">
      <CardHead title="What waits for time" hint={queue.data && `${queue.data.count} things, in order`} />
      {queue.isError && (
        <div className="px-5 pb-4">
          <Failure error={queue.error} onRetry={() => void queue.refetch()} />
        </div>
      )}
      {queue.isPending && <Skeleton className="mx-5 mb-5 h-24" />}
      {queue.data?.data.length === 0 && (
        <Empty icon={Clock} title="Nothing waits">
          Due dates, subscriptions, retries and deadlines appear here.
        </Empty>
      )}
      <ol className="border-t border-line empty:hidden">
        {queue.data?.data.map(each => (
          <li key={each._id} className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-5 py-2.5 last:border-0">
            <span className="min-w-0 flex-1 basis-48">
              <span className="block">{each.text}</span>
              {each.event && <span className="block font-mono text-xs text-fg-3">{each.event}</span>}
            </span>
            <When at={each.at} className="text-fg-3" />
            <Button size="sm" disabled={isBusy} onClick={() => onRunTo(each.at)}>
              Run up to this
            </Button>
          </li>
        ))}
      </ol>
    </Card>
  )
}

const NotASandbox = () => (
  <Card>
    <Empty icon={Clock} title="This business is live">
      Its clock is the world's. Only a sandbox can move time.
    </Empty>
  </Card>
)
