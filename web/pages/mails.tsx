import { ExternalLink, Mail as MailIcon, TriangleAlert, X } from "lucide-react"
import { useState } from "react"
import { call } from "../client.ts"
import { Forbidden } from "../dashboard/forbidden.tsx"
import { Log } from "../dashboard/log.tsx"
import { LogFilter, useFilters } from "../dashboard/log-filters.tsx"
import { useApp } from "../dashboard/app-context.ts"
import { NothingMatches } from "../dashboard/nothing-matches.tsx"
import { ObjectLink } from "../dashboard/object-link.tsx"
import { PageHead } from "../dashboard/page-head.tsx"
import { SearchField } from "../dashboard/search-field.tsx"
import { usePermission } from "../dashboard/session.tsx"
import { clockTime, exactTime, localDate, shortDate } from "../lib/time.ts"
import { say } from "../lib/words.ts"
import { Button, buttonLook } from "../ui/button.tsx"
import { Code } from "../ui/code.tsx"
import { Empty } from "../ui/empty.tsx"
import { Note } from "../ui/note.tsx"
import { Segment } from "../ui/segment.tsx"
import { Status } from "../ui/status.tsx"
import { CopyId } from "../ui/value.tsx"
import { kindChoices, type Mail, nameOfMail, outcomeOf, statusChoices } from "../lib/mail-words.ts"
import { t } from "../lib/translate.ts"

/** Every mail, whether it was sent or only stored. */
export function Mails() {
  return usePermission()("tenant.own") ? <AllowedMails /> : <Forbidden needs="tenant.own" />
}

function AllowedMails() {
  const [filters, setFilters] = useFilters()
  const { recipient = "", kind = "", status = "", object } = filters
  const isFiltered = [recipient, kind, status, object].some(Boolean)
  return (
    <>
      <PageHead
        title={t`Mails`}
        about={t`Mails to payers, partners and your people, and whether they arrived. The settings decide which are sent automatically.`}
      />
      <Log<Mail>
        label={t`Mails`}
        queryKey={["dev/mails", "list"]}
        read={(query, signal) => call("GET /v1/dev/mails", query, { signal })}
        refetchMs={10_000}
        head={
          <div className="flex flex-col gap-2 border-b border-line p-3">
            <SearchField placeholder={t`Address of a recipient`} value={recipient} onChange={text => setFilters({ recipient: text })} />
            <div className="flex gap-2">
              <LogFilter label={t`Kind`} value={kind} onChange={value => setFilters({ kind: value })} choices={kindChoices} />
              <LogFilter label={t`State`} value={status} onChange={value => setFilters({ status: value })} choices={statusChoices} />
            </div>
            {object && (
              <Button size="sm" variant="ghost" onClick={() => setFilters({ object: "" })}>
                <X className="size-3.5" aria-hidden /> {t`Only those about one object`}
              </Button>
            )}
          </div>
        }
        row={mail => <MailRow mail={mail} />}
        detail={mail => <MailDetail key={mail._id} mail={mail} />}
        empty={
          isFiltered ? (
            <NothingMatches noun={t`mail`} />
          ) : (
            <Empty icon={MailIcon} title={t`No mails yet`}>
              {t`Remind a payer or invite a colleague, and the mail appears here. Without a mail server it is stored and not sent.`}
            </Empty>
          )
        }
      />
    </>
  )
}

function MailRow({ mail }: { mail: Mail }) {
  const isToday = localDate(new Date(mail.createdAt)) === localDate()
  return (
    <>
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate text-sm text-fg">{nameOfMail(mail.kind)}</span>
        <span className="block truncate text-xs text-fg-3">{mail.recipient}</span>
      </span>
      <span className="flex flex-col items-end gap-1">
        <Status status={mail.status} />
        <span className="num text-xs text-fg-3">{isToday ? clockTime(mail.createdAt) : shortDate(mail.createdAt)}</span>
      </span>
    </>
  )
}

type View = "light" | "dark" | "text"
const views = [
  { id: "light", label: t`Light` },
  { id: "dark", label: t`Dark` },
  { id: "text", label: t`Text` },
] as const satisfies { id: View; label: string }[]

function MailDetail({ mail }: { mail: Mail }) {
  const [view, setView] = useState<View>("light")
  const key = useApp().resources.find(({ event }) => event === mail.objectType)?.key
  const isLost = mail.status === "failed" || mail.status === "bounced"
  return (
    <article aria-label={mail.subject}>
      <header className="mb-4 flex flex-wrap items-start gap-x-4 gap-y-3">
        <div className="min-w-0 flex-1 basis-64">
          <h2 className="text-sm font-semibold break-words">{mail.subject}</h2>
          <p className="mt-0.5 text-xs break-words text-fg-3">
            {nameOfMail(mail.kind)} · {mail.recipient} · {exactTime(mail.sentAt ?? mail.createdAt)} ·{" "}
            {key ? (
              <ObjectLink to={key} id={mail.object} className="text-fg-2 underline underline-offset-2">
                {t`see what it is about`}
              </ObjectLink>
            ) : (
              <CopyId label={t`object id`} value={mail.object} />
            )}
          </p>
        </div>
        <Segment<View> label={t`Preview`} value={view} onChange={setView} options={views} />
      </header>
      <div className="mb-4">
        <Note tone={isLost ? "bad" : "info"} icon={isLost ? TriangleAlert : MailIcon} title={say(mail.status)}>
          {outcomeOf(mail)} {mail.error && <span className="block font-mono text-xs break-words">{mail.error}</span>}
        </Note>
      </div>
      {view === "text" ? (
        <Code label={t`The mail as text`} text={mail.text} isWrapped className="max-h-[40rem]" />
      ) : (
        <iframe
          title={t`Preview of ${mail.subject}`}
          src={`/mail-previews/${view}/${mail._id}`}
          sandbox=""
          className="h-[40rem] w-full rounded-lg bg-sunken shadow-line"
        />
      )}
      <LinkOf mail={mail} />
    </article>
  )
}

/**
 * Links in the preview do not work, so this one opens the page. Live tenants mask links, because anybody with a link can pay or sign in.
 */
function LinkOf({ mail }: { mail: Mail }) {
  const [url] = /https?:\/\/\S+/.exec(mail.text) ?? []
  if (!url) return null
  if (url.endsWith("/***"))
    return <p className="mt-3 text-xs text-fg-3">{t`The link is hidden here, because anybody who has it can pay or sign in.`}</p>
  return (
    <a href={url} target="_blank" rel="noreferrer" className={buttonLook({ className: "mt-3" })}>
      <ExternalLink className="size-4 text-fg-3" aria-hidden /> {t`Open the link of the mail`}
    </a>
  )
}
