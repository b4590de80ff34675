import { Clock, SkipForward } from "lucide-react"
import { locale } from "../../lib/language.ts"
import { tenantZone } from "../../lib/time.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { When } from "../../ui/value.tsx"
import { type ClockMoves, useQueue, type Waiting } from "./clock-moves.ts"
import { About, iconOf, isNamed } from "./waiting.tsx"

/** Everything that is scheduled, in the order it will run. */
export function Queue({ moves }: { moves: ClockMoves }) {
  const queue = useQueue()
  const more = (queue.data?.count ?? 0) - (queue.data?.data.length ?? 0)
  return (
    <Card aria-label={t`Scheduled`}>
      <CardHead title={t`Scheduled`} hint={t`In the order it will run`} />
      <CardFailure query={queue} />
      {queue.isPending && <Skeleton className="mx-5 mb-5 h-24" />}
      {queue.data?.data.length === 0 && (
        <Empty icon={Clock} title={t`Nothing is scheduled`}>
          {t`Due dates, subscriptions, retries and deadlines appear here.`}
        </Empty>
      )}
      <ol className="border-t border-line empty:hidden">
        {grouped(queue.data?.data ?? []).map(group => (
          <Row key={`${group[0]!.kind} ${group[0]!._id}`} group={group} moves={moves} />
        ))}
      </ol>
      {more > 0 && (
        <p className="border-t border-line px-5 py-2.5 text-xs text-fg-3">
          {plural(more, t`One more comes after these.`, t`${whole(more)} more come after these.`)}
        </p>
      )}
    </Card>
  )
}

/** Several equal entries in a row, such as retries of webhooks, are shown as one row. */
function grouped(all: readonly Waiting[]): Waiting[][] {
  const groups: Waiting[][] = []
  for (const waiting of all) {
    const last = groups.at(-1)
    if (last && last[0]!.kind === waiting.kind && !isNamed(waiting)) last.push(waiting)
    else groups.push([waiting])
  }
  return groups
}

function Row({ group, moves: { isMoving, move } }: { group: Waiting[]; moves: ClockMoves }) {
  const [waiting, last] = [group[0]!, group.at(-1)!]
  const Icon = iconOf(waiting)
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { timeZone: tenantZone(), ...options }).format(new Date(waiting.at))
  return (
    <li className="flex min-h-14 items-center gap-3 border-b border-line px-5 py-2 last:border-0">
      <span className="num w-[4.75rem] shrink-0 text-xs text-fg-3">
        <b className="block font-medium text-fg-2">{format({ day: "numeric", month: "short" })}</b>
        <When at={waiting.at} text={format({ hour: "2-digit", minute: "2-digit" })} />
      </span>
      <Icon className="size-4 shrink-0 text-fg-3" aria-hidden />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block text-sm">
          {waiting.text}
          {group.length > 1 && <span className="text-fg-3"> × {group.length}</span>}
        </span>
        <About waiting={waiting} />
      </span>
      {waiting.event && <span className="font-mono text-2xs text-fg-3 max-sm:hidden">{waiting.event}</span>}
      <Button
        size="sm"
        variant="ghost"
        disabled={isMoving}
        aria-label={t`Run up to: ${waiting.text}`}
        title={t`Run up to this`}
        onClick={() => move({ to: last.at })}
      >
        <SkipForward className="size-3.5" aria-hidden />
      </Button>
    </li>
  )
}
