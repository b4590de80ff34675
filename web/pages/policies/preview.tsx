import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { FlaskConical, KeyRound, type LucideIcon, ShieldCheck } from "lucide-react"
import type { ReactNode } from "react"
import { dayMs } from "../../../src/kit/pure/calendar.ts"
import { call, type Output } from "../../client.ts"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { useActors } from "../../dashboard/user-names.ts"
import { locale } from "../../lib/language.ts"
import { usePaused } from "../../lib/paused.ts"
import { rich } from "../../lib/rich.ts"
import { shortDate, tenantNow } from "../../lib/time.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Avatar } from "../../ui/avatar.tsx"
import { Card } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { Skeleton } from "../../ui/empty.tsx"
import { Note } from "../../ui/note.tsx"
import { When } from "../../ui/value.tsx"
import { Subject, useEntity } from "../approvals/entity.tsx"
import { entities, type EntityType } from "../approvals/request.ts"
import { RequestedMoney } from "../approvals/requested-money.tsx"
import { counted, type PolicyDraft, toInput } from "./policy.ts"

type Result = Output<"POST /v1/approvals/policies/preview">
export type PolicyWarning = Result["warnings"][number]
const days = 30

/** The service's answer about the policy before it is saved. */
export function usePreview(draft: PolicyDraft) {
  const input = usePaused({ ...toInput(draft), name: "" })
  return useQuery({
    queryKey: ["approvals/policies", "preview", input],
    queryFn: () => call("POST /v1/approvals/policies/preview", { ...input, days }),
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** What the policy would have held in the last month, computed by the service; nothing is saved. */
export function Preview({ draft, preview }: { draft: PolicyDraft; preview: ReturnType<typeof usePreview> }) {
  return (
    <Card aria-label={t`Preview`} className="lg:sticky lg:top-16 lg:flex lg:max-h-[calc(100dvh-5.5rem)] lg:flex-col">
      <h2 className="flex items-center gap-1.5 px-5 pt-4 text-xs font-medium text-fg-3">
        <FlaskConical className="size-3.5" aria-hidden /> {t`Tried on the last ${days} days, nothing is changed`}
      </h2>
      {preview.isPending && <Skeleton className="m-5 h-24" />}
      {preview.isError && (
        <p role="status" className="px-5 pt-2 pb-5 text-fg-2">
          {preview.error.message}
        </p>
      )}
      {preview.data && !preview.isError && <Held result={preview.data} draft={draft} />}
    </Card>
  )
}

function Held({ result, draft }: { result: Result; draft: PolicyDraft }) {
  const actorOf = useActors()
  const { examined, held, rows } = result
  const share = examined === 0 ? 0 : held / examined
  const byKeys = rows.filter(row => row.requestedBy && actorOf(row.requestedBy).kind === "api-key").length
  const byApprovers = draft.fourEyes ? rows.filter(row => row.requestedBy && draft.approvers.includes(row.requestedBy)).length : 0
  const since = new Date(tenantNow().getTime() - days * dayMs).toISOString()
  const all = <b className="num font-semibold text-fg">{counted(draft.entityType, examined)}</b>
  return (
    <>
      <div className="px-5">
        <p aria-live="polite" className="mt-2 text-base leading-6 text-balance text-fg-2">
          {rich`Of last month’s ${all} it would have held ${<b className="num font-semibold text-accent">{whole(held)}</b>}.`}
        </p>
        {examined > 0 && <Squares share={share} count={examined} />}
        <p className="num mt-2 flex text-xs text-fg-3">
          <span>{t`${shortDate(since)} to today`}</span>
          {examined > 0 && <span className="ms-auto">{share.toLocaleString(locale, { style: "percent", maximumFractionDigits: 1 })}</span>}
        </p>
        <div className="mt-3 space-y-1.5 text-xs text-fg-2 empty:hidden">
          {byKeys > 0 && (
            <Remark icon={KeyRound}>
              {plural(byKeys, t`One was raised by an API key.`, t`${whole(byKeys)} were raised by an API key.`)}
            </Remark>
          )}
          {byApprovers > 0 && (
            <Remark icon={ShieldCheck}>
              {plural(
                byApprovers,
                t`One was raised by a listed approver, who could not have decided.`,
                t`${whole(byApprovers)} were raised by a listed approver, who could not have decided.`,
              )}
            </Remark>
          )}
        </div>
        {share >= 1 / 3 && (
          <div className="mt-3">
            <Note tone="warn" icon={FlaskConical}>
              {share === 1 ? t`That is all of them.` : t`That is ${Math.round(share * 10)} in 10.`}{" "}
              {t`If a policy holds everything, people approve without reading.`}
            </Note>
          </div>
        )}
      </div>
      <ul tabIndex={0} aria-label={t`Requests it would have opened`} className="mt-4 min-h-0 flex-1 overflow-y-auto border-t border-line">
        {rows.slice(0, 40).map(row => (
          <HeldRow key={row.entity} row={row} type={draft.entityType} />
        ))}
        {held > 40 && <li className="px-5 py-2.5 text-center text-xs text-fg-3">{t`${whole(held - 40)} more`}</li>}
        {held === 0 && (
          <li className="px-5 py-8 text-center text-fg-3">
            {examined === 0 ? t`There was nothing to try it on.` : t`Nothing of the last month matches.`}{" "}
            {t`You can still save it for the future.`}
          </li>
        )}
      </ul>
    </>
  )
}

const Remark = ({ icon: Icon, children }: { icon: LucideIcon; children: ReactNode }) => (
  <p className="flex items-start gap-1.5">
    <Icon className="mt-px size-3.5 shrink-0 text-fg-3" aria-hidden />
    <span>{children}</span>
  </p>
)

const maxSquares = 216

/** One square for each entity, or for several if there are many, so that people see the share at a glance. */
function Squares({ share, count }: { share: number; count: number }) {
  const squares = Math.min(count, maxSquares)
  const filled = share === 0 ? 0 : Math.max(1, Math.round(share * squares))
  return (
    <div aria-hidden className="mt-3 grid grid-cols-[repeat(27,minmax(0,1fr))] gap-[3px]">
      {Array.from({ length: squares }, (_, index) => (
        <i key={index} className={cn("aspect-square rounded-[2px]", index < filled ? "bg-accent" : "bg-line")} />
      ))}
    </div>
  )
}

function HeldRow({ row, type }: { row: Result["rows"][number]; type: EntityType }) {
  const entity = useEntity(type, row.entity)
  const actorOf = useActors()
  const maker = actorOf(row.requestedBy ?? "system")
  return (
    <li className="flex min-h-12 items-center gap-2.5 border-b border-line px-5 py-1.5 last:border-0">
      <Avatar actor={maker} size="sm" />
      <span className="min-w-0 flex-1 leading-tight">
        <ObjectLink to={entities[type].key} id={row.entity} className="block truncate hover:underline">
          <span className="sr-only">{t`${maker.name} asked:`} </span>
          {entity ? <Subject entity={entity} isPlain /> : entities[type].label}
        </ObjectLink>
        <When at={row.at} text={shortDate(row.at)} className="text-xs text-fg-3" />
      </span>
      <RequestedMoney of={row} className="font-medium" />
    </li>
  )
}
