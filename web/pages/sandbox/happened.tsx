import { useQuery } from "@tanstack/react-query"
import { CheckCircle2 } from "lucide-react"
import { call } from "../../client.ts"
import { useApp } from "../../dashboard/app-context.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { plural, t, whole } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { When } from "../../ui/value.tsx"
import { nameOfEvent } from "../event-words.ts"

const maxShown = 12

/** The events of the last move, beside the buttons that caused them. */
export function Happened({ since }: { since: string }) {
  const can = usePermission()
  const { resources } = useApp()
  const events = useQuery({
    queryKey: ["dev/events", "since", since],
    queryFn: () => call("GET /v1/dev/events", { "createdAt[gte]": since, limit: maxShown }),
    enabled: can("webhooks.view"),
  })
  if (!events.data || events.data.count === 0) return null
  const { data, count } = events.data
  return (
    <Card aria-label={t`Activity`}>
      <CardHead
        title={t`Activity`}
        hint={plural(
          count,
          t`${whole(count)} event since you moved the clock, newest first`,
          t`${whole(count)} events since you moved the clock, newest first`,
        )}
      />
      <ul className="border-t border-line">
        {data.map(event => (
          <li key={event._id} className="flex min-h-11 items-center gap-3 border-b border-line px-5 py-2 last:border-0">
            <CheckCircle2 className="size-4 shrink-0 text-good" aria-hidden />
            <span className="min-w-0 flex-1 truncate">{nameOfEvent(event, resources)}</span>
            <span className="font-mono text-2xs text-fg-3 max-sm:hidden">{event.event}</span>
            <When at={event.createdAt} className="num text-xs text-fg-3" />
          </li>
        ))}
      </ul>
      {count > maxShown && (
        <p className="border-t border-line px-5 py-2.5 text-xs text-fg-3">
          {plural(count - maxShown, t`One more is in the list of events.`, t`${whole(count - maxShown)} more are in the list of events.`)}
        </p>
      )}
    </Card>
  )
}
