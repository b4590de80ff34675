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
      <Note icon={Undo2} title="Closed without a decision">
        {say(request.reason ?? "withdrawn")}. No money moved.
      </Note>
    )
  return <Decided request={request} />
}

function Decided({ request }: { request: ApprovalRequest }) {
  const nameOf = useUserNames()
  const { label, key } = entities[request.entityType]
  const isApproved = request.status === "approved"
  const who = request.decisions
    .map(
      each =>
        `${each.user ? nameOf(each.user) : "The policy"} ${each.decision}${each.for ? ` for ${withinSentence(nameOf(each.for))}` : ""}`,
    )
    .join(", ")
  return (
    <Note
      tone={isApproved ? "good" : "bad"}
      icon={isApproved ? CheckCircle2 : XCircle}
      title={isApproved ? "Approved and released" : "Rejected"}
      action={
        <ObjectLink to={key} id={request.entity} className={buttonLook({ size: "sm" })}>
          Open {label.toLowerCase()}
        </ObjectLink>
      }
    >
      {who}. {isApproved ? "" : "No money moved. "}Decisions are final.
    </Note>
  )
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
      title={`You ${request.requestedBy === user._id ? "raised" : "drafted"} this, so someone else decides`}
      action={
        <Button size="sm" disabled={withdraw.isPending} onClick={() => withdraw.mutate()}>
          Withdraw it
        </Button>
      }
    >
      Four eyes is on for this policy. {others.length > 0 && `${others.join(" or ")} can release it.`}
    </Note>
  )
}

function NotYourTurn({ request }: { request: ApprovalRequest }) {
  const nameOf = useUserNames()
  const { user } = useSession()
  const next = request.approvers.filter(each => waitsFor(request, each))
  const names = next.map(each => nameOf(each)).join(" or ")
  const isListed = request.approvers.includes(user._id)
  const hasDecided = request.decisions.some(each => each.user === user._id)
  const remind = useMutation({
    mutationFn: () => call("POST /v1/approvals/requests/{id}/remind", {}, { path: { id: request._id } }),
    onSuccess: () => notify("Reminder sent", names),
    onError: error => notify("No reminder was sent", error.message, "bad"),
  })
  const verb = next.length === 1 ? "decides" : "decide"
  return (
    <Note
      icon={Hourglass}
      title={hasDecided ? "You have decided; others have not yet" : isListed ? "Not your turn yet" : "Not yours to decide"}
      action={
        <Button size="sm" disabled={remind.isPending} onClick={() => remind.mutate()}>
          <BellRing className="size-3.5 text-fg-3" aria-hidden /> Remind
        </Button>
      }
    >
      {names === ""
        ? "None of the approvers can decide."
        : isListed && !hasDecided
          ? `${names} ${verb} first; you get a mail when it is your turn.`
          : `${names} ${verb} now.`}
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
      <RotateCcw className="size-3.5 text-fg-3" aria-hidden /> Request again
    </Button>
  )
  return (
    <Note tone="warn" icon={Clock} title="Nobody decided within 7 days" action={button}>
      The request expired on {exactTime(request.resolvedAt ?? request.expiresAt)}. No money moved; requesting it again opens a new request
      under today’s policies.
    </Note>
  )
}

/** Somebody else decided first: whose decision counted, and that the action ran once at most. */
export function DecidedByAnother({ request, error, onNext }: { request: ApprovalRequest; error: ApiError; onNext(): void }) {
  const nameOf = useUserNames()
  const last = request.decisions.at(-1)
  const who = last?.user ? nameOf(last.user) : "Somebody"
  const noun = entities[request.entityType].label.toLowerCase()
  const verb = request.status === "rejected" ? "rejected" : request.status === "canceled" ? "closed" : "approved"
  const effect = verb === "approved" ? `The ${noun} was released once, by ${who}.` : `The ${noun} ended, and no money moved.`
  return (
    <Note
      role="alert"
      tone="info"
      icon={UsersRound}
      title={verb === "closed" ? "It was closed just before you decided" : `${who} ${verb} this just before you`}
      action={
        <Button size="sm" className="max-sm:hidden" onClick={onNext}>
          Next request{" "}
          <span aria-hidden>
            <Key>J</Key>
          </span>
        </Button>
      }
    >
      Your decision was not counted. {effect}
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
      title={decidesNot ? "Others decide this" : "Not released; your decision was not recorded"}
      action={
        <Button size="sm" onClick={onBack}>
          Back
        </Button>
      }
    >
      {decidesNot
        ? `${refusalInWords(error.failure, { nameOf: id => withinSentence(nameOf(id)) })}. Your decision was not counted.`
        : `${error.message}. No money moved; the request stays open and waits for you.`}
      <FailureDetails failure={error.failure} />
    </Note>
  )
}
