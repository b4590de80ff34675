import { useQueries } from "@tanstack/react-query"
import { Building2, Globe, type LucideIcon } from "lucide-react"
import { useState } from "react"
import { request } from "../client.ts"
import { ActorName, Avatar, type Actor } from "../ui/avatar.tsx"
import { Button } from "../ui/button.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { cn } from "../ui/cn.ts"
import { Skeleton } from "../ui/empty.tsx"
import { channels } from "../lib/channels.ts"
import { rich } from "../lib/rich.ts"
import { t, whole } from "../lib/translate.ts"
import { Failure } from "../ui/failure.tsx"
import { Segment } from "../ui/segment.tsx"
import { When } from "../ui/value.tsx"
import { useApp } from "./app-context.ts"
import { useObjectPage } from "./details.ts"
import { type Resource, type Row } from "./resource.ts"
import type { Entry, Telling } from "./entry.ts"
import { isByPeople, isTold, type StoryPart, type Subject, tell } from "./story.ts"
import { useActor } from "./user-names.ts"

type View = "all" | "money" | "people"
const shownAtFirst = 12

/** The sources of an object's activity: its own entries, and those of the objects that belong to it. */
function useStory(api: string, row: Row, parts: readonly StoryPart[], asOf: string | undefined) {
  const { resources } = useApp()
  const sources = [{ ...(row as Subject), api, id: row._id }, ...parts].map(source => ({
    ...source,
    story: resources.find(({ key }) => key === source.api)?.story,
  }))
  const until = asOf === undefined ? {} : { "createdAt[lte]": asOf }
  return useQueries({
    queries: sources.map(source => ({
      queryKey: [source.api, "timeline", source.id, ...Object.values(until)],
      queryFn: () =>
        request(`GET /v1/${source.api}/{id}/timeline`, { limit: 50, ...until }, { path: { id: source.id } }) as Promise<{ data: Entry[] }>,
    })),
    combine: results => ({
      isPending: results[0]!.isPending,
      error: results[0]!.error,
      refetch: () => void Promise.all(results.map(result => result.refetch())),
      entries: results
        .flatMap(({ data }, index) => (data?.data ?? []).map(entry => ({ entry, subject: sources[index]! })))
        .filter(({ entry, subject }) => isTold(entry, row._id, subject.story))
        .toSorted((a, b) => b.entry.at.localeCompare(a.entry.at)),
    }),
  })
}

type Props = { resource: Resource; row: Row; asOf?: string }

/** The activity of one object from the audit log, newest first. */
export function Timeline({ resource, row, asOf }: Props) {
  const { useParts } = useObjectPage(resource.key)
  const parts = useParts?.(row) ?? []
  const { isPending, error, refetch, entries } = useStory(resource.key, row, parts, asOf)
  const [view, setView] = useState<View>("all")
  const [isWhole, setWhole] = useState(false)
  const told = entries
    .map(({ entry, subject }) => ({ entry, telling: tell(entry, subject, subject.story) }))
    .filter(({ entry, telling }) => view === "all" || (view === "money" ? telling.isMoney : isByPeople(entry)))
  const shown = isWhole ? told : told.slice(0, shownAtFirst)
  return (
    <Card aria-label={t`Activity`} className="pb-3">
      <CardHead title={t`Activity`} hint={t`From the audit log, newest first`}>
        <Segment<View>
          label={t`Show`}
          value={view}
          onChange={setView}
          options={[
            { id: "all", label: t`All` },
            { id: "money", label: t`Money` },
            { id: "people", label: t`People and agents` },
          ]}
        />
      </CardHead>
      {error && (
        <div className="px-5 pb-2">
          <Failure error={error} onRetry={refetch} />
        </div>
      )}
      {isPending && <Skeleton className="mx-5 mb-4 h-16" />}
      {!isPending && !error && told.length === 0 && <p className="px-5 pb-3 text-sm text-fg-3">{t`No activity of this kind.`}</p>}
      <ol className="px-5">
        {shown.map(({ entry, telling }, index) => (
          <li key={entry._id} className="relative flex gap-3 pb-4">
            {index < shown.length - 1 && <span aria-hidden className="absolute top-8 bottom-0 start-[13.5px] w-px bg-line" />}
            <StoryLine entry={entry} telling={telling} />
          </li>
        ))}
      </ol>
      {told.length > shown.length && (
        <div className="px-5 pb-2">
          <Button size="sm" variant="ghost" onClick={() => setWhole(true)}>
            {t`Show ${whole(told.length - shown.length)} more`}
          </Button>
        </div>
      )}
    </Card>
  )
}

const dots = { good: "bg-good", bad: "bg-bad", info: "bg-info", warn: "bg-warn" }

function StoryLine({ entry, telling }: { entry: Entry; telling: Telling }) {
  const actor = who(entry, useActor(entry.actor))
  return (
    <>
      <span className="relative h-fit">
        <ActorMark entry={entry} actor={actor} />
        {telling.tone && (
          <i aria-hidden className={cn("absolute -end-0.5 -bottom-0.5 size-2.5 rounded-full ring-2 ring-surface", dots[telling.tone])} />
        )}
      </span>
      <div className="min-w-0 flex-1 pt-1 text-sm">
        <p className="break-words text-fg-2">{rich`${<ActorName actor={actor} />} ${telling.text}`}</p>
        <p className="mt-0.5 text-xs text-fg-3">
          {channels[entry.origin.channel] ?? entry.origin.channel}
          {entry.origin.client && ` · ${entry.origin.client}`}
        </p>
      </div>
      <When at={entry.at} className="num pt-1 text-xs text-fg-3" />
    </>
  )
}

/** An agent is always shown with its person. A payer on the payment page is no user of the business. */
function who({ origin }: Entry, actor: Actor): Actor {
  if (origin.channel === "page") return { name: t`The payer`, kind: "person" }
  if (origin.channel === "gateway") return { name: t`The gateway`, kind: "system" }
  if (origin.channel === "agent")
    return { name: origin.client ?? t`An agent`, kind: "agent", ...(actor.isYou ? { isYou: true } : { for: actor.name }) }
  return actor
}

const marks: Record<string, LucideIcon> = { page: Globe, portal: Globe, gateway: Building2 }

/** People are round, machines are square. */
function ActorMark({ entry, actor }: { entry: Entry; actor: Actor }) {
  const Icon = marks[entry.origin.channel]
  if (!Icon) return <Avatar actor={actor} />
  return (
    <span aria-hidden className="grid size-7 shrink-0 place-items-center rounded-md bg-sunken text-fg-2 shadow-line">
      <Icon className="size-3.5" />
    </span>
  )
}
