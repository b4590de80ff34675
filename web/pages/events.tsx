import { useQuery } from "@tanstack/react-query"
import { Activity, CircleDot } from "lucide-react"
import { useContext } from "react"
import { call } from "../client.ts"
import { Forbidden } from "../dashboard/forbidden.tsx"
import { CutOff } from "../dashboard/live-updates.ts"
import { Log } from "../dashboard/log.tsx"
import { LogFilter, useFilters } from "../dashboard/log-filters.tsx"
import { useApp } from "../dashboard/app-context.ts"
import { NothingMatches } from "../dashboard/nothing-matches.tsx"
import { ObjectLink } from "../dashboard/object-link.tsx"
import { PageHead } from "../dashboard/page-head.tsx"
import { SearchField } from "../dashboard/search-field.tsx"
import { usePermission } from "../dashboard/session.tsx"
import { clockTime, exactTime, localDate, shortDate } from "../lib/time.ts"
import { rich } from "../lib/rich.ts"
import { t } from "../lib/translate.ts"
import { Badge } from "../ui/badge.tsx"
import { Code } from "../ui/code.tsx"
import { CopyButton } from "../ui/copy-button.tsx"
import { Empty } from "../ui/empty.tsx"
import { CopyId } from "../ui/value.tsx"
import { type ApiEvent, nameOfEvent, nameOfObject, pageOfEvent } from "./event-words.ts"

/** All events, whether or not a webhook subscribes to them. */
export function Events() {
  return usePermission()("webhooks.view") ? <AllowedEvents /> : <Forbidden needs="webhooks.view" />
}

function AllowedEvents() {
  const [filters, setFilters] = useFilters()
  const types = useQuery({ queryKey: ["dev/events", "types"], queryFn: () => call("GET /v1/dev/events/types", {}), staleTime: Infinity })
  const isCutOff = useContext(CutOff)
  const isFiltered = filters["event"] !== undefined || filters["object"] !== undefined
  return (
    <>
      <PageHead title={t`Events`} about={t`Every change, with the object as it was then. Webhooks and the event stream send the same.`}>
        {!isCutOff && (
          <Badge tone="good" icon={CircleDot}>
            {t`Live: new events appear automatically`}
          </Badge>
        )}
      </PageHead>
      <Log<ApiEvent>
        label={t`Events`}
        queryKey={["dev/events", "list"]}
        read={query => call("GET /v1/dev/events", query)}
        note={t`Events are kept for 90 days.`}
        head={
          <div className="flex flex-wrap gap-2 border-b border-line p-3">
            <SearchField placeholder={t`Id of an object`} value={filters["object"] ?? ""} onChange={object => setFilters({ object })} />
            <LogFilter
              label={t`Event`}
              value={filters["event"] ?? ""}
              onChange={event => setFilters({ event })}
              choices={[...(types.data ?? []), "webhooks.test"]}
            />
          </div>
        }
        row={event => <EventRow event={event} />}
        detail={event => <EventDetail event={event} />}
        empty={
          isFiltered ? (
            <NothingMatches noun={t`event`} />
          ) : (
            <Empty icon={Activity} title={t`No events yet`}>
              {t`Create a contact or a payment, and its event appears here at once.`}
            </Empty>
          )
        }
      />
    </>
  )
}

function EventRow({ event }: { event: ApiEvent }) {
  const { resources } = useApp()
  const isToday = localDate(new Date(event.createdAt)) === localDate()
  return (
    <>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-mono text-xs text-fg">{event.event}</span>
        <span className="block truncate text-xs text-fg-3">{nameOfEvent(event, resources)}</span>
      </span>
      <span className="num text-end text-xs text-fg-3">{isToday ? clockTime(event.createdAt) : shortDate(event.createdAt)}</span>
    </>
  )
}

function EventDetail({ event }: { event: ApiEvent }) {
  const page = pageOfEvent(event, useApp().resources)
  const payload = JSON.stringify(event.data, null, 2)
  const object = page ? (
    <ObjectLink to={page.key} id={page.id} className="text-fg-2 underline underline-offset-2">
      {nameOfObject(event) ?? t`see it`}
    </ObjectLink>
  ) : (
    <CopyId label={t`object id`} value={event.object} />
  )
  return (
    <article aria-label={t`Event ${event.event}`}>
      <header className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="font-mono text-sm font-medium">{event.event}</h2>
          <p className="mt-0.5 text-xs text-fg-3">
            {exactTime(event.createdAt)} · {rich`event ${<CopyId label={t`event id`} value={event._id} />}`} · {rich`object ${object}`}
          </p>
        </div>
        <CopyButton text={payload} label={t`Payload`} size="md">
          {t`Copy payload`}
        </CopyButton>
      </header>
      <h3 className="mb-1 text-xs text-fg-3">{t`The object as REST returned it then`}</h3>
      <Code label={t`Payload`} text={payload} isJson className="max-h-[36rem]" />
    </article>
  )
}
