import { useQuery } from "@tanstack/react-query"
import { Bot, Building2, Cog, Globe, KeyRound, type LucideIcon, UserRound } from "lucide-react"
import { request } from "../client.ts"
import { say } from "../lib/words.ts"
import { Card, CardHead } from "../ui/card.tsx"
import { cn } from "../ui/cn.ts"
import { Skeleton } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { When } from "../ui/value.tsx"
import { useUserNames } from "./user-names.ts"
import { apiPath, type Resource, type Row } from "./resource.ts"

type Fields = Record<string, unknown> | null
type Entry = {
  _id: string
  at: string
  actor: { user: string; type: string }
  origin: { channel: string; operation: string; client: string | null }
  action: string
  before: Fields
  after: Fields
}

const channels: Record<string, string> = {
  rest: "API",
  agent: "AI agent",
  dashboard: "Dashboard",
  portal: "Portal",
  page: "Payment page",
  system: "Countersign",
  gateway: "Gateway",
}

/** One object's story from the audit log, newest first. */
export function Timeline({ resource, row }: { resource: Resource; row: Row }) {
  const entries = useQuery({
    queryKey: [apiPath(resource), "timeline", row._id],
    queryFn: () =>
      request(`GET /v1/${apiPath(resource)}/{id}/timeline`, { limit: 50 }, { path: { id: row._id } }) as Promise<{ data: Entry[] }>,
  })
  const nameOf = useUserNames()
  return (
    <Card aria-label="Timeline" className="pb-3">
      <CardHead title="What happened" hint="From the audit log, newest first" />
      {entries.isError && (
        <div className="px-5 pb-2">
          <Failure error={entries.error} onRetry={() => void entries.refetch()} />
        </div>
      )}
      {entries.isPending && <Skeleton className="mx-5 mb-4 h-16" />}
      <ol className="px-5">
        {entries.data?.data.map((entry, index, all) => (
          <li key={entry._id} className="relative flex gap-3 pb-4">
            {index < all.length - 1 && <span aria-hidden className="absolute top-8 bottom-0 left-[13.5px] w-px bg-line" />}
            <ActorIcon entry={entry} />
            <div className="min-w-0 flex-1 pt-1 text-sm">
              <p className="text-fg-2">
                <span className="font-medium text-fg">{nameOf(entry.actor.user, entry.actor.type)}</span> {describe(entry)}
              </p>
              <p className="mt-0.5 text-xs text-fg-3">
                {channels[entry.origin.channel] ?? entry.origin.channel}
                {entry.origin.client && ` · ${entry.origin.client}`}
              </p>
            </div>
            <When at={entry.at} className="num pt-1 text-xs text-fg-3" />
          </li>
        ))}
      </ol>
    </Card>
  )
}

/** People are round, machines are square. */
function ActorIcon({ entry }: { entry: Entry }) {
  const byChannel: Record<string, LucideIcon> = { agent: Bot, page: Globe, portal: Globe, gateway: Building2, system: Cog }
  const Icon =
    byChannel[entry.origin.channel] ?? (entry.actor.type === "api-key" ? KeyRound : entry.actor.type === "system" ? Cog : UserRound)
  return (
    <span
      aria-hidden
      className={cn(
        "grid size-7 shrink-0 place-items-center bg-sunken text-fg-2 shadow-line",
        Icon === UserRound ? "rounded-full" : "rounded-md",
      )}
    >
      <Icon className="size-3.5" />
    </span>
  )
}

/** "changed status from Due to Paid", by the fields that changed. */
function describe({ action, before, after }: Entry): string {
  const verb = action.split(".")[1]
  if (verb === "create") return "created it"
  if (verb === "delete") return "deleted it"
  const { status: was } = before ?? {}
  const { status: is } = after ?? {}
  if (typeof is === "string" && typeof was === "string" && is !== was) return `: ${say(was)} → ${say(is)}`
  const names = Object.keys(after ?? {}).filter(name => !["version", "updatedAt", "status"].includes(name))
  return names.length === 0 ? say(verb ?? "changed").toLowerCase() : `changed ${names.map(name => say(name).toLowerCase()).join(", ")}`
}
