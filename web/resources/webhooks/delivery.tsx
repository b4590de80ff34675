import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { CheckCircle2, Clock, RotateCw, XCircle } from "lucide-react"
import { useState } from "react"
import { call, request } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { replyTime, span, useNow } from "../../lib/duration.ts"
import { rich } from "../../lib/rich.ts"
import { clockTime } from "../../lib/time.ts"
import { plural, small, t, whole } from "../../lib/translate.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { Code, prettyJson } from "../../ui/code.tsx"
import { CopyButton } from "../../ui/copy-button.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Segment } from "../../ui/segment.tsx"
import { notify } from "../../ui/toast.tsx"
import { CopyId, When } from "../../ui/value.tsx"
import { adviceFor, type Attempt, type Delivery, isSuccess, lookOf, nameOf, waitBefore, type Webhook } from "./words.ts"

/** One delivery: its attempts in order, the request, and the response. */
export function DeliveryDetail({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const [chosen, setChosen] = useState<number | undefined>(undefined)
  const [side, setSide] = useState<"answer" | "request">("answer")
  const look = lookOf(delivery)
  const attempt = delivery.attempts.find(({ n }) => n === chosen) ?? delivery.attempts.at(-1)
  return (
    <article aria-label={t`Delivery of ${delivery.event}`}>
      <header className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="flex flex-wrap items-center gap-2 font-mono text-sm font-medium">
            {delivery.event}
            <span className="font-sans">
              <Badge tone={look.tone} icon={look.icon}>
                {look.label}
              </Badge>
            </span>
          </h2>
          <p className="mt-0.5 text-xs text-fg-3">
            {rich`Message ${<CopyId label={t`message id`} value={delivery._id} />}`} · {rich`happened ${<When at={delivery.createdAt} />}`}
          </p>
        </div>
        <Redeliver webhook={webhook} delivery={delivery} />
      </header>
      <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-x-6 gap-y-5 xl:grid-cols-[15rem_minmax(0,1fr)]">
        <Attempts
          delivery={delivery}
          chosen={attempt?.n}
          onChoose={n => {
            setChosen(n)
            setSide("answer")
          }}
        />
        <section aria-label={t`Request and response`} className="min-w-0">
          <div className="flex">
            <Segment<"answer" | "request">
              label={t`Show`}
              value={side}
              onChange={setSide}
              options={[
                { id: "answer", label: t`Response` },
                { id: "request", label: t`Request` },
              ]}
            />
          </div>
          {side === "request" ? (
            <Sent webhook={webhook} delivery={delivery} attempt={attempt?.n ?? 1} />
          ) : attempt ? (
            <Answer delivery={delivery} attempt={attempt} />
          ) : (
            <p className="mt-3 rounded-lg bg-sunken px-3 py-6 text-center text-fg-3">{t`Not sent yet.`}</p>
          )}
        </section>
      </div>
    </article>
  )
}

function Redeliver({ webhook, delivery }: { webhook: Webhook; delivery: Delivery }) {
  const can = usePermission()
  const queries = useQueryClient()
  const redeliver = useMutation({
    mutationFn: () =>
      request("POST /v1/dev/webhooks/{id}/deliveries/{deliveryId}/redeliver", {}, { path: { id: webhook._id, deliveryId: delivery._id } }),
    onSuccess() {
      notify(t`It is sent again`, t`With the same message id and the same bytes.`)
      void queries.invalidateQueries({ queryKey: ["dev/webhooks"] })
    },
    onError: error => notify(t`It was not sent again`, error.message, "bad"),
  })
  if (!can("webhooks.edit") || webhook.status !== "active") return null
  return (
    <Button variant="primary" disabled={redeliver.isPending} onClick={() => redeliver.mutate()}>
      <RotateCw className="size-3.5" aria-hidden /> {redeliver.isPending ? t`Sending…` : t`Redeliver now`}
    </Button>
  )
}

type AttemptsProps = { delivery: Delivery; chosen: number | undefined; onChoose(n: number): void }

function Attempts({ delivery, chosen, onChoose }: AttemptsProps) {
  const { attempts, nextAttemptAt, createdAt, status } = delivery
  return (
    <section aria-label={t`Attempts`}>
      <h3 className="text-xs text-fg-3">{t`Attempts`}</h3>
      <ol className="mt-2">
        {attempts.map((attempt, index) => (
          <li key={attempt.n} className="relative pb-0.5">
            {(nextAttemptAt !== null || index < attempts.length - 1) && (
              <span aria-hidden className="absolute top-7 -bottom-2 start-[15px] w-px bg-line" />
            )}
            <button
              type="button"
              aria-pressed={attempt.n === chosen}
              onClick={() => onChoose(attempt.n)}
              className={cn(
                "relative flex w-full items-start gap-2.5 rounded-lg px-2 py-1.5 text-start",
                attempt.n === chosen ? "bg-sunken shadow-line" : "hover:bg-hover",
              )}
            >
              <AttemptIcon attempt={attempt} />
              <span className="min-w-0 flex-1">
                <span className="num flex items-baseline text-sm font-medium">
                  {nameOf(attempt)}
                  <span className="ms-auto text-xs font-normal text-fg-3">{replyTime(attempt.ms)}</span>
                </span>
                <span className="num block text-xs text-fg-3">
                  <When at={attempt.at} text={clockTime(attempt.at)} />, {waited(waitBefore(attempts, index, createdAt))}
                </span>
              </span>
            </button>
          </li>
        ))}
        {nextAttemptAt !== null && <NextAttempt at={nextAttemptAt} n={attempts.length + 1} />}
        {status === "abandoned" && (
          <li className="px-2 py-1.5 text-xs text-fg-3">{t`Given up after 50 retries. Later events were still delivered.`}</li>
        )}
        {status === "canceled" && <li className="px-2 py-1.5 text-xs text-fg-3">{t`Canceled when the endpoint was turned off.`}</li>}
      </ol>
    </section>
  )
}

const waited = (ms: number) => (ms < 1000 ? t`at once` : t`after ${span(ms)}`)

const AttemptIcon = ({ attempt }: { attempt: Attempt }) =>
  isSuccess(attempt) ? (
    <CheckCircle2 className="mt-0.5 size-4 shrink-0 rounded-full bg-surface text-good" aria-label={t`Delivered`} />
  ) : (
    <XCircle className="mt-0.5 size-4 shrink-0 rounded-full bg-surface text-bad" aria-label={t`Failed`} />
  )

function NextAttempt({ at, n }: { at: string; n: number }) {
  const leftMs = Date.parse(at) - useNow().getTime()
  return (
    <li className="flex items-start gap-2.5 px-2 py-1.5">
      <Clock className="relative mt-0.5 size-4 bg-surface text-fg-3" aria-hidden />
      <span className="text-sm text-fg-3">
        {t`Attempt ${n}`} <b className="num font-medium text-fg">{leftMs < 1000 ? small(t`Now`) : t`in ${span(leftMs)}`}</b>
      </span>
    </li>
  )
}

const bodyOf = (length: number) => plural(length, t`Body, ${whole(length)} character`, t`Body, ${whole(length)} characters`)

function Answer({ delivery, attempt }: { delivery: Delivery; attempt: Attempt }) {
  const can = usePermission()
  const isLast = attempt.n === delivery.attempts.at(-1)!.n
  return (
    <div className="mt-3 space-y-3">
      <p className={cn("num text-sm", isSuccess(attempt) ? "text-good" : "text-bad")}>
        {attempt.status === null ? (attempt.error ?? t`No answer`) : `HTTP ${attempt.status}`}, {t`after ${replyTime(attempt.ms)}`}
      </p>
      <p className="text-xs text-fg-2">{adviceFor(attempt)}</p>
      {attempt.headers && (
        <>
          <h3 className="text-xs text-fg-3">{t`Headers`}</h3>
          <Code
            label={t`Headers of the answer`}
            text={Object.entries(attempt.headers)
              .map(([name, value]) => `${name}: ${value}`)
              .join("\n")}
            isWrapped
          />
        </>
      )}
      {isLast && delivery.answer && (
        <>
          <h3 className="text-xs text-fg-3">{bodyOf(delivery.answer.length)}</h3>
          <Code label={t`Body of the answer`} text={prettyJson(delivery.answer)} isJson={delivery.answer.startsWith("{")} isWrapped />
        </>
      )}
      {isLast && !delivery.answer && attempt.status !== null && (
        <p className="rounded-lg bg-sunken px-3 py-4 text-center text-xs text-fg-3 shadow-line">
          {can("webhooks.edit") ? t`The answer had no body.` : t`The body of the answer is shown to people who may change webhooks.`}
        </p>
      )}
      {!isLast && <p className="text-xs text-fg-3">{t`The body of an answer is kept for the last attempt only.`}</p>}
    </div>
  )
}

function Sent({ webhook, delivery, attempt }: { webhook: Webhook; delivery: Delivery; attempt: number }) {
  const sent = useQuery({
    queryKey: ["dev/webhooks", "sent", delivery._id, delivery.attempts.length],
    queryFn: () => call("GET /v1/dev/webhooks/{id}/deliveries/{deliveryId}", {}, { path: { id: webhook._id, deliveryId: delivery._id } }),
  })
  if (sent.isError) return <Failure error={sent.error} onRetry={() => void sent.refetch()} />
  if (!sent.data) return <Skeleton className="mt-3 h-40 w-full" />
  const { request: asSent } = sent.data
  if (!asSent) return <p className="mt-3 text-xs text-fg-3">{t`The event is no longer kept, so its bytes can't be shown.`}</p>
  const headers = Object.entries({ ...asSent.headers, "x-delivery-attempt": String(attempt) }).map(([name, value]) => `${name}: ${value}`)
  const signatures = ["signature-header: sha256=…", "webhook-timestamp: …", "webhook-signature: v1,…"]
  const flags = headers.map(header => `  -H '${header}'`)
  const curl = [`curl '${asSent.url}'`, ...flags, `  --data-raw '${asSent.body.replaceAll("'", `'\\''`)}'`].join(" \\\n")
  return (
    <div className="mt-3 space-y-3">
      <div className="flex flex-wrap gap-2">
        <CopyButton text={asSent.body} label={t`Body`}>
          {t`Copy body`}
        </CopyButton>
        <CopyButton text={curl} label={t`Command`}>
          {t`Copy as curl`}
        </CopyButton>
      </div>
      <h3 className="text-xs text-fg-3">{t`Headers; each attempt has its own time and signatures`}</h3>
      <Code label={t`Headers of the request`} text={[`POST ${asSent.url}`, ...headers, ...signatures].join("\n")} />
      <h3 className="text-xs text-fg-3">{t`Body, the same bytes in every attempt`}</h3>
      <Code label={t`Body of the request`} text={prettyJson(asSent.body)} isJson />
    </div>
  )
}
