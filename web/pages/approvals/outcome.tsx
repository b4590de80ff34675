import { useMutation, useQueryClient } from "@tanstack/react-query"
import { BellRing, CheckCircle2, CircleSlash, Clock, Hourglass, RotateCcw, ShieldCheck, Undo2, UsersRound, XCircle } from "lucide-react"
import { ApiError, call } from "../../client.ts"
import { useResource } from "../../dashboard/app-context.ts"
import { useCreate } from "../../dashboard/create-provider.tsx"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { useUserNames } from "../../dashboard/user-names.ts"
import { refusalInWords } from "../../lib/refusal.ts"
import { exactTime } from "../../lib/time.ts"
import { say, withinSentence } from "../../lib/words.ts"
import { listOf, plural, t } from "../../lib/translate.ts"
import { Button, buttonLook } from "../../ui/button.tsx"
import { Failure, FailureDetails } from "../../ui/failure.tsx"
import { Note } from "../../ui/note.tsx"
import { Key } from "../../ui/tabs.tsx"
import { notify } from "../../ui/toast.tsx"
import type { Entity } from "./entity.tsx"
import { entities } from "./request.ts"
import { type ApprovalRequest, type View, waitsFor } from "./turn.ts"

type Props = { request: ApprovalRequest; entity: Entity | undefined; view: View }

/** In place of the buttons: why this person can't decide, or how it was decided. */
export function Outcome({ request, entity, view }: Props) {
  if (view === "own") return <YouRaisedIt request={request} />
  if (view === "waiting") return <NotYourTurn request={request} />
  if (view === "expired") return <Expired request={request} entity={entity} />
  if (view === "withdrawn")
    return (
      <Note icon={Undo2} title={t`Closed without a decision`}>
        {say(request.reason ?? "withdrawn")}. {t`No money moved.`}
      </Note>
    )
  return <Decided request={request} />
}

function Decided({ request }: { request: ApprovalRequest }) {
  const nameOf = useUserNames()
  const { user } = useSession()
  const { open, key } = entities[request.entityType]
  const isApproved = request.status === "approved"
  const who = request.decisions.map(each => inWords(each, nameOf, user._id)).join(", ")
  return (
    <Note
      tone={isApproved ? "good" : "bad"}
      icon={isApproved ? CheckCircle2 : XCircle}
      title={isApproved ? t`Approved and released` : t`Rejected`}
      action={
        <ObjectLink to={key} id={request.entity} className={buttonLook({ size: "sm" })}>
          {open}
        </ObjectLink>
      }
    >
      {who}. {!isApproved && `${t`No money moved.`} `}
      {t`Decisions are final.`}
    </Note>
  )
}

type Decision = ApprovalRequest["decisions"][number]

/** "Rui Costa approved for you" */
function inWords({ user, decision, for: seat }: Decision, nameOf: (user: string) => string, me: string): string {
  const isYou = user === me
  const name = user ? nameOf(user) : t`The policy`
  const whom = seat && withinSentence(nameOf(seat))
  if (decision === "approved") {
    if (whom) return isYou ? t`You approved for ${whom}` : t`${name} approved for ${whom}`
    return isYou ? t`You approved` : t`${name} approved`
  }
  if (whom) return isYou ? t`You rejected for ${whom}` : t`${name} rejected for ${whom}`
  return isYou ? t`You rejected` : t`${name} rejected`
}

function YouRaisedIt({ request }: { request: ApprovalRequest }) {
  const queries = useQueryClient()
  const nameOf = useUserNames()
  const { user } = useSession()
  const others = request.remaining.filter(each => each !== user._id && waitsFor(request, each)).map(each => nameOf(each))
  const withdraw = useMutation({
    mutationFn: () => call("POST /v1/approvals/requests/{id}/cancel", {}, { path: { id: request._id } }),
    onSuccess: () => void queries.invalidateQueries(),
  })
  if (withdraw.isError) return <Failure error={withdraw.error} onRetry={() => withdraw.mutate()} />
  return (
    <Note
      icon={ShieldCheck}
      title={request.requestedBy === user._id ? t`You raised this, so someone else decides` : t`You drafted this, so someone else decides`}
      action={
        <Button size="sm" disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
          {t`Withdraw it`}
        </Button>
      }
    >
      {t`Four eyes is on for this policy.`} {others.length > 0 && t`${listOf(others, "disjunction")} can release it.`}
    </Note>
  )
}

function NotYourTurn({ request }: { request: ApprovalRequest }) {
  const nameOf = useUserNames()
  const { user } = useSession()
  const next = request.approvers.filter(each => waitsFor(request, each))
  const names = listOf(
    next.map(each => nameOf(each)),
    "disjunction",
  )
  const isListed = request.approvers.includes(user._id)
  const hasDecided = request.decisions.some(each => each.user === user._id)
  const remind = useMutation({
    mutationFn: () => call("POST /v1/approvals/requests/{id}/remind", {}, { path: { id: request._id } }),
    onSuccess: () => notify(t`Reminder sent`, names),
    onError: error => notify(t`No reminder was sent`, error.message, "bad"),
  })
  return (
    <Note
      icon={Hourglass}
      title={hasDecided ? t`You have decided; others have not yet` : isListed ? t`Not your turn yet` : t`Not yours to decide`}
      action={
        <Button size="sm" disabled={remind.isPending} onClick={() => remind.mutate()}>
          <BellRing className="size-3.5 text-fg-3" aria-hidden /> {t`Remind`}
        </Button>
      }
    >
      {names === ""
        ? t`None of the approvers can decide.`
        : isListed && !hasDecided
          ? plural(
              next.length,
              t`${names} decides first; you get a mail when it is your turn.`,
              t`${names} decide first; you get a mail when it is your turn.`,
            )
          : plural(next.length, t`${names} decides now.`, t`${names} decide now.`)}
    </Note>
  )
}

function Expired({ request, entity }: { request: ApprovalRequest; entity: Entity | undefined }) {
  const can = usePermission()
  const create = useCreate()
  const resource = useResource(entities[request.entityType].key)
  const values = entity && resource.approval?.again?.(entity)
  const button = values && resource.create && can(resource.create.needs) && (
    <Button size="sm" onClick={() => create(resource, values)}>
      <RotateCcw className="size-3.5 text-fg-3" aria-hidden /> {t`Request again`}
    </Button>
  )
  return (
    <Note tone="warn" icon={Clock} title={t`Nobody decided within 7 days`} action={button}>
      {t`The request expired on ${exactTime(request.resolvedAt ?? request.expiresAt)}. No money moved; requesting it again opens a new
      request under today’s policies.`}
    </Note>
  )
}

/** Somebody else decided first: whose decision counted, and that the action ran once at most. */
export function DecidedByAnother({ request, error, onNext }: { request: ApprovalRequest; error: ApiError; onNext(): void }) {
  const nameOf = useUserNames()
  const last = request.decisions.at(-1)
  const who = last?.user ? nameOf(last.user) : t`Somebody`
  const isStopped = request.status === "rejected" || request.status === "canceled"
  const title =
    request.status === "canceled"
      ? t`It was closed just before you decided`
      : isStopped
        ? t`${who} rejected this just before you`
        : t`${who} approved this just before you`
  return (
    <Note
      role="alert"
      tone="info"
      icon={UsersRound}
      title={title}
      action={
        <Button size="sm" className="max-sm:hidden" onClick={onNext}>
          {t`Next request`}{" "}
          <span aria-hidden>
            <Key>J</Key>
          </span>
        </Button>
      }
    >
      {t`Your decision was not counted.`} {isStopped ? t`It ended, and no money moved.` : t`It was released once, by ${who}.`}
      <FailureDetails failure={error.failure} />
    </Note>
  )
}

/** The money rules refused the release, or the service could not be reached: nothing moved, and the request is still open. */
export function ReleaseRefused({ error, onBack }: { error: Error; onBack(): void }) {
  const nameOf = useUserNames()
  if (!(error instanceof ApiError) || error.status === 0 || error.status >= 500) return <Failure error={error} onRetry={onBack} />
  const decidesNot = ["APR-2002", "APR-2004"].includes(error.failure.code) // such as after a delegation has ended
  return (
    <Note
      role="alert"
      tone="bad"
      icon={CircleSlash}
      title={decidesNot ? t`Others decide this` : t`Not released; your decision was not recorded`}
      action={
        <Button size="sm" onClick={onBack}>
          {t`Back`}
        </Button>
      }
    >
      {decidesNot
        ? `${refusalInWords(error.failure, { nameOf: id => withinSentence(nameOf(id)) })}. ${t`Your decision was not counted.`}`
        : `${error.message}. ${t`No money moved; the request stays open and waits for you.`}`}
      <FailureDetails failure={error.failure} />
    </Note>
  )
}
