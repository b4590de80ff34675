import { useInfiniteQuery } from "@tanstack/react-query"
import { call, type Output } from "../../client.ts"
import { dayName, dayText } from "../../lib/calendar.ts"
import { inSentence, t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { Money } from "../../ui/value.tsx"

type Line = Output<"GET /v1/journal">["lines"][number]

/** The entries of the period, each with its debits and then its credits. */
export function Lines({ period }: { period: { from: string; to: string } }) {
  const pages = useInfiniteQuery({
    queryKey: ["journal", "lines", period],
    queryFn: ({ pageParam }) => call("GET /v1/journal", { ...period, limit: 25, ...(pageParam && { startingAfter: pageParam }) }),
    initialPageParam: "",
    getNextPageParam: page => page.next,
  })
  const entries = [...Map.groupBy(pages.data?.pages.flatMap(({ lines }) => lines) ?? [], ({ entry }) => entry).values()]
  return (
    <Card aria-label={t`Lines`} className="pb-1">
      <CardHead title={t`Lines`} hint={t`By day, as they were written`} />
      <CardFailure query={pages} />
      {pages.isPending && <Skeleton className="mx-5 mb-5 h-32" />}
      {pages.data && entries.length === 0 && <p className="px-5 pb-4 text-fg-3">{t`No entry in this period.`}</p>}
      <ul className="border-t border-line empty:hidden">
        {entries.map(lines => (
          <Entry key={lines[0]!.entry} lines={lines} />
        ))}
      </ul>
      {pages.hasNextPage && (
        <div className="border-t border-line p-3 text-center">
          <Button size="sm" disabled={pages.isFetchingNextPage} onClick={() => void pages.fetchNextPage()}>
            {pages.isFetchingNextPage ? t`Loading…` : t`Show more`}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Entry({ lines }: { lines: readonly Line[] }) {
  const [{ date, factDate, text }] = lines as [Line]
  return (
    <li className="border-b border-line px-5 py-3 last:border-0">
      <div className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-medium">{text}</span>
        <span className="text-xs text-fg-3">
          {dayName(date)}
          {factDate && `, ${t`became known after its own month was closed: ${dayText(factDate)}`}`}
        </span>
      </div>
      <ul className="mt-1 space-y-0.5 text-sm">
        {lines.map((line, index) => (
          <li key={index} className="flex items-baseline gap-3">
            <span className="num w-16 shrink-0 text-fg-2">{line.externalAccount ?? "—"}</span>
            <span className="min-w-0 flex-1 truncate font-mono text-xs text-fg-3" title={line.account}>
              {line.account}
            </span>
            <span className="shrink-0 text-end">
              <Money amount={line.debit || line.credit} currency={line.currency} />{" "}
              <span className="inline-block w-11 text-start text-xs text-fg-3">{inSentence(line.debit > 0 ? t`Debit` : t`Credit`)}</span>
            </span>
          </li>
        ))}
      </ul>
    </li>
  )
}
