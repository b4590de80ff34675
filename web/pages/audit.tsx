import { ScrollText } from "lucide-react"
import { call, type Output } from "../client.ts"
import { Forbidden } from "../dashboard/forbidden.tsx"
import { DateFilter } from "../dashboard/date-filter.tsx"
import { Log } from "../dashboard/log.tsx"
import { LogFilter, useFilters } from "../dashboard/log-filters.tsx"
import { NothingMatches } from "../dashboard/nothing-matches.tsx"
import { PageHead } from "../dashboard/page-head.tsx"
import { SearchField } from "../dashboard/search-field.tsx"
import { usePermission } from "../dashboard/session.tsx"
import { useActor, useUserNames, useUsers } from "../dashboard/user-names.ts"
import { exactTime } from "../lib/time.ts"
import { Avatar, type Actor } from "../ui/avatar.tsx"
import { Code } from "../ui/code.tsx"
import { channels } from "../lib/channels.ts"
import { t } from "../lib/translate.ts"
import { Empty } from "../ui/empty.tsx"
import { Fact, Facts } from "../ui/facts.tsx"
import { CopyId, When } from "../ui/value.tsx"
import { AuditVerification } from "./audit-verification.tsx"

type Entry = Output<"GET /v1/audit-log">["data"][number]

/** Who did what. The entries are chained by hashes, so that verification finds every change. */
export function Audit() {
  return usePermission()("audit.view") ? <AllowedAudit /> : <Forbidden needs="audit.view" />
}

function AllowedAudit() {
  const [filters, setFilters] = useFilters()
  const { channel, q } = filters
  const people = useUsers().data ?? []
  const isFiltered = Object.keys(filters).some(name => ["channel", "user", "q"].includes(name) || name.startsWith("createdAt"))
  return (
    <>
      <PageHead
        title={t`Audit log`}
        about={t`Every change, with who, when and from where. Each entry is chained to the previous one by a hash.`}
      />
      <div className="space-y-4">
        <AuditVerification />
        <Log<Entry>
          label={t`Entries`}
          queryKey={["audit-log", "list"]}
          read={({ q: text, ...query }) => call("GET /v1/audit-log", { ...query, ...(text && filterFor(text)) })}
          head={
            <div className="flex flex-wrap gap-2 border-b border-line p-3">
              <SearchField placeholder={t`Action, object id or request id`} value={q ?? ""} onChange={text => setFilters({ q: text })} />
              <LogFilter
                label={t`Origin`}
                value={channel ?? ""}
                onChange={value => setFilters({ channel: value })}
                choices={Object.entries(channels).map(([value, label]) => ({ value, label }))}
                className="w-auto sm:w-auto"
              />
              {people.length > 1 && (
                <LogFilter
                  label={t`Who`}
                  value={filters["user"] ?? ""}
                  onChange={user => setFilters({ user })}
                  choices={people.map(({ _id, name }) => ({ value: _id, label: name }))}
                  className="w-auto max-w-36 sm:w-auto"
                />
              )}
              <DateFilter field="createdAt" label={t`When`} search={filters} onChange={setFilters} />
            </div>
          }
          row={entry => <EntryRow entry={entry} />}
          detail={entry => <EntryDetail entry={entry} />}
          empty={
            isFiltered ? (
              <NothingMatches noun={t`entry`} />
            ) : (
              <Empty icon={ScrollText} title={t`No entries yet`}>
                {t`Every change appears here.`}
              </Empty>
            )
          }
        />
      </div>
    </>
  )
}

/** 24 hex digits are an object, `contacts.update` is an action, anything else is a request. */
function filterFor(text: string): Record<string, string> {
  if (/^[0-9a-f]{24}$/.test(text)) return { object: text }
  return /^[a-zA-Z]+\.[a-zA-Z-]+$/.test(text) ? { action: text } : { requestId: text }
}

function useActorOf({ actor: { user, type }, origin: { channel, client } }: Entry): Actor {
  const known = useActor({ user, type })
  const nameOf = useUserNames()
  if (channel === "agent") return { name: client ?? t`An AI agent`, kind: "agent", for: nameOf(user, type) }
  if (type === "system") return { name: channels[channel] ?? "Countersign", kind: "system" }
  return type === "api-key" && known.kind !== "api-key" ? { name: nameOf(user, type), kind: "api-key" } : known
}

function EntryRow({ entry }: { entry: Entry }) {
  const actor = useActorOf(entry)
  return (
    <>
      <Avatar actor={actor} />
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate font-mono text-xs text-fg">{entry.action}</span>
        <span className="block truncate text-xs text-fg-3">
          {[...new Set([actor.isYou ? t`You` : actor.name, channels[entry.origin.channel]])].join(", ")}
        </span>
      </span>
      <When at={entry.at} className="num text-end text-xs text-fg-3" />
    </>
  )
}

function EntryDetail({ entry }: { entry: Entry }) {
  const actor = useActorOf(entry)
  const { origin, object, before, after } = entry
  return (
    <article aria-label={t`Entry ${entry.action}`} className="space-y-5">
      <header>
        <h2 className="font-mono text-sm font-medium">{entry.action}</h2>
        <p className="mt-0.5 text-xs text-fg-3">{exactTime(entry.at)}</p>
      </header>
      <Facts>
        <Fact label={t`Who`}>{actor.for ? t`${actor.name} for ${actor.for}` : actor.isYou ? t`You` : actor.name}</Fact>
        <Fact label={t`Origin`}>
          {channels[origin.channel] ?? origin.channel}
          {origin.client && `, ${origin.client}`}
          {origin.address && `, ${origin.address}`}
        </Fact>
        <Fact label={t`Operation`}>
          <span className="font-mono text-xs break-all">{origin.operation}</span>
        </Fact>
        <Fact label={t`Object`}>
          {object.type} <CopyId label={t`object id`} value={object.id} />
        </Fact>
        <Fact label={t`Request`}>
          <CopyId label={t`request id`} value={origin.requestId} />
        </Fact>
        <Fact label={t`Entry`}>
          <CopyId label={t`entry id`} value={entry._id} />
        </Fact>
      </Facts>
      {before || after ? (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
          <Side title={t`Before`} fields={before} none={t`It did not exist.`} />
          <Side title={t`After`} fields={after} none={t`It was deleted.`} />
        </div>
      ) : (
        <p className="text-xs text-fg-3">{t`No field of an object was changed by this.`}</p>
      )}
    </article>
  )
}

const Side = ({ title, fields, none }: { title: string; fields: Record<string, unknown> | null; none: string }) => (
  <div>
    <h3 className="mb-1 text-xs text-fg-3">{title}</h3>
    {fields ? (
      <Code label={title} text={JSON.stringify(fields, null, 2)} isJson isWrapped />
    ) : (
      <p className="rounded-lg bg-sunken px-3 py-4 text-center text-xs text-fg-3 shadow-line">{none}</p>
    )}
  </div>
)
