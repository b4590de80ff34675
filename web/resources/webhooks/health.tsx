import { useQuery } from "@tanstack/react-query"
import { AlertTriangle, Ban, CheckCircle2, CircleDashed } from "lucide-react"
import type { ReactNode } from "react"
import { call, type Output } from "../../client.ts"
import { replyTime, span, useNow } from "../../lib/duration.ts"
import { locale } from "../../lib/language.ts"
import { percent } from "../../lib/percent.ts"
import { clockTime, exactTime } from "../../lib/time.ts"
import { listOf, plural, t, whole } from "../../lib/translate.ts"
import { Badge } from "../../ui/badge.tsx"
import { Card } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import type { Webhook } from "./words.ts"

type WebhookHealth = Output<"GET /v1/dev/webhooks/{id}/health">

/** Whether the endpoint works, since when it fails, and when it is turned off. */
export function Health({ webhook }: { webhook: Webhook }) {
  const health = useQuery({
    queryKey: ["dev/webhooks", "health", webhook._id, webhook.status],
    queryFn: () => call("GET /v1/dev/webhooks/{id}/health", {}, { path: { id: webhook._id } }),
    refetchInterval: 5_000,
  })
  if (health.isError) return <Failure error={health.error} onRetry={() => void health.refetch()} />
  return (
    <Card aria-label={t`Health`} className="grid sm:grid-cols-2 xl:grid-cols-[1fr_1fr_1fr_1.9fr]">
      <Figure label={t`State`}>
        <State webhook={webhook} turnsOffAt={health.data?.turnsOffAt ?? null} />
      </Figure>
      {health.data ? <Figures health={health.data} /> : <LoadingFigures />}
    </Card>
  )
}

function State({ webhook, turnsOffAt }: { webhook: Webhook; turnsOffAt: string | null }) {
  const now = useNow().getTime()
  const { status, failingSince, lastSuccessAt, discarded } = webhook
  if (status !== "active")
    return (
      <>
        <Badge tone={status === "inactive" ? "bad" : "neutral"} icon={Ban}>
          {status === "inactive" ? t`Turned off: it failed for a day` : t`Paused`}
        </Badge>
        <Small>{discarded === 0 ? t`No event was missed` : missed(discarded)}</Small>
      </>
    )
  if (failingSince !== null)
    return (
      <>
        <Badge tone="warn" icon={AlertTriangle}>
          {t`Failing for ${span(now - Date.parse(failingSince))}`}
        </Badge>
        {turnsOffAt && (
          <Small>
            <span title={exactTime(turnsOffAt)}>
              {t`Turned off in ${span(Math.max(0, Date.parse(turnsOffAt) - now))} without a success`}
            </span>
          </Small>
        )}
      </>
    )
  if (lastSuccessAt === null)
    return (
      <>
        <Badge icon={CircleDashed}>{t`Nothing sent yet`}</Badge>
        <Small>{t`Send a test event to try it`}</Small>
      </>
    )
  return (
    <>
      <Badge tone="good" icon={CheckCircle2}>
        {t`Working`}
      </Badge>
      <Small>{t`Last success ${span(Math.max(0, now - Date.parse(lastSuccessAt)))} ago`}</Small>
    </>
  )
}

const missed = (n: number) => plural(n, t`${whole(n)} event was not delivered`, t`${whole(n)} events were not delivered`)
const average = (n: number) => n.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 })

function Figures({ health }: { health: WebhookHealth }) {
  const { delivered, failing, waiting, attempts, medianMs, p95Ms, hours } = health
  const settled = delivered + failing
  return (
    <>
      <Figure label={t`Delivered, 24 hours`}>
        <Large>{settled === 0 ? "–" : percent(delivered / settled, 1)}</Large>
        <Small>
          {t`${whole(delivered)} of ${whole(settled)}`}
          {delivered > 0 && `, ${t`in ${average(attempts / delivered)} attempts each`}`}
          {waiting > 0 && `; ${t`${whole(waiting)} queued`}`}
        </Small>
      </Figure>
      <Figure label={t`Reply time`}>
        <Large>{medianMs === null ? "–" : replyTime(medianMs)}</Large>
        <Small>{p95Ms === null ? t`no reply yet` : t`median, ${replyTime(p95Ms)} for the slowest 5%`}</Small>
      </Figure>
      <Figure label={t`Last 24 hours, by hour`}>
        <Hours hours={hours} />
      </Figure>
    </>
  )
}

const height = 44

const outcomeOf = (delivered: number, failing: number) =>
  failing > 0 ? t`${whole(delivered)} delivered, ${whole(failing)} failed` : t`${whole(delivered)} delivered`

function Hours({ hours }: { hours: WebhookHealth["hours"] }) {
  const max = Math.max(1, ...hours.map(({ delivered, failing }) => delivered + failing))
  const sizeOf = (n: number) => (n === 0 ? 0 : Math.max(2, (n / max) * height))
  const failed = hours.filter(({ failing }) => failing > 0).map(({ at }) => clockTime(at))
  const label =
    failed.length === 0 ? t`Deliveries by hour: no failures` : t`Deliveries by hour: failures in the hours from ${listOf(failed)}`
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${hours.length} ${height}`} preserveAspectRatio="none" className="mt-2 h-11 w-full">
      {hours.map(({ at, delivered, failing }, index) => (
        <g key={at}>
          <title>{`${clockTime(at)}: ${outcomeOf(delivered, failing)}`}</title>
          <rect x={index} y={0} width={1} height={height} fill="transparent" />
          <rect x={index + 0.1} y={height - 1} width={0.8} height={1} fill="var(--c-line)" />
          <rect x={index + 0.1} y={height - sizeOf(delivered)} width={0.8} height={sizeOf(delivered)} fill="var(--c-plot-2)" />
          <rect x={index + 0.1} y={height - sizeOf(delivered) - sizeOf(failing)} width={0.8} height={sizeOf(failing)} fill="var(--c-bad)" />
        </g>
      ))}
    </svg>
  )
}

const LoadingFigures = () =>
  [t`Delivered, 24 hours`, t`Reply time`, t`Last 24 hours, by hour`].map(label => (
    <Figure key={label} label={label}>
      <Skeleton className="mt-2 h-6 w-24" />
    </Figure>
  ))

/** In one column, in two, or all in a row, with a line between neighbours. */
const lines =
  "max-sm:not-first:border-t sm:even:border-s sm:nth-3:max-xl:border-t sm:nth-4:max-xl:border-t xl:not-first:border-s border-line"

const Figure = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className={`min-w-0 px-5 py-4 ${lines}`}>
    <h2 className="mb-1 text-xs text-fg-3">{label}</h2>
    {children}
  </div>
)
const Large = ({ children }: { children: ReactNode }) => (
  <b className="num block text-lg leading-7 font-semibold tracking-[-0.015em]">{children}</b>
)
const Small = ({ children }: { children: ReactNode }) => <span className="num mt-1 block text-xs text-fg-3">{children}</span>
