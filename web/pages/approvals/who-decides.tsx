import { Check, CircleDot, X } from "lucide-react"
import { useActors, useUserNames } from "../../dashboard/user-names.ts"
import { withinSentence } from "../../lib/words.ts"
import { rich } from "../../lib/rich.ts"
import { inSentence, t } from "../../lib/translate.ts"
import { type Actor, Avatar } from "../../ui/avatar.tsx"
import { cn } from "../../ui/cn.ts"
import { When } from "../../ui/value.tsx"
import { strategyWords } from "./request.ts"
import { type ApprovalRequest, isMaker, type View, waitsFor } from "./turn.ts"

type Props = { request: ApprovalRequest; seat: string | undefined; view: View }

/** The approvers in a row: a green check for those who have decided, a blue dot for those who may decide now, no mark for later ones. */
export function WhoDecides({ request, seat, view }: Props) {
  const { label, about } = strategyWords[request.strategy]
  return (
    <section aria-label={t`Approvers`}>
      <h3 className="text-xs font-medium text-fg-3">{t`Approvers`}</h3>
      <p className="mt-2">
        <span className="font-medium">{label}</span> <span className="text-fg-3">{about}</span>
      </p>
      <ol className="mt-2">
        {request.approvers.map((user, index) => (
          <Approver key={user} request={request} seat={seat} view={view} user={user} index={index} />
        ))}
      </ol>
      {request.fourEyes && request.strategy !== "auto-approve" && (
        <p className="mt-3 text-xs text-fg-3">{t`Four eyes: the person who drafted it and the person who asked may not decide.`}</p>
      )}
    </section>
  )
}

function Approver({ request, seat, view, user, index }: Props & { user: string; index: number }) {
  const actor = useActors()(user)
  const nameOf = useUserNames()
  const decision = request.decisions.find(each => (each.for ?? each.user) === user)
  const isNext = waitsFor(request, user)
  const isYours = view === "yours" && seat === user
  const isLast = index === request.approvers.length - 1
  return (
    <li className="relative flex gap-3 pb-3 last:pb-0">
      {!isLast && (
        <span
          aria-hidden
          className={cn("absolute top-7 bottom-0 start-[13.5px] w-px", decision?.decision === "approved" ? "bg-good" : "bg-line")}
        />
      )}
      <span className="relative h-fit">
        <Avatar actor={actor} />
        <Mark decision={decision?.decision} isNext={isNext} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="truncate">
          <span className="font-medium">{actor.isYou ? t`You` : actor.name}</span>
          {request.strategy === "sequential" && <span className="num text-xs text-fg-3">{` · ${inSentence(t`Step ${index + 1}`)}`}</span>}
        </p>
        <p className={cn("text-xs", isYours ? "font-medium text-accent" : "text-fg-3")}>
          {decision ? (
            <Decided decision={decision} by={decision.for && decision.user && withinSentence(nameOf(decision.user))} />
          ) : isYours && !actor.isYou ? (
            t`You decide for them`
          ) : (
            undecided(request, view, actor, user, index)
          )}
        </p>
        {decision?.comment && <p className="mt-1 break-words text-fg-2">{t`“${decision.comment}”`}</p>}
      </div>
    </li>
  )
}

type Decision = ApprovalRequest["decisions"][number]

function Decided({ decision: { decision, at }, by }: { decision: Decision; by: string | null | undefined }) {
  const when = <When at={at} />
  if (decision === "approved") return by ? rich`Approved ${when} by ${by}` : rich`Approved ${when}`
  return by ? rich`Rejected ${when} by ${by}` : rich`Rejected ${when}`
}

function undecided(request: ApprovalRequest, view: View, { isYou }: Actor, user: string, index: number): string {
  const { strategy, status, decisions } = request
  if (isMaker(request, user)) return user === request.requestedBy ? t`Raised it, so may not decide` : t`Drafted it, so may not decide`
  if (view === "expired") return strategy === "sequential" && index > decisions.length ? t`Was not asked` : t`Did not answer`
  if (status !== "pending") return t`Was not needed`
  if (waitsFor(request, user)) return isYou ? t`It is your turn` : strategy === "sequential" ? t`It is their turn` : t`May decide now`
  return strategy === "round-robin" ? t`Not in this turn` : isYou ? t`You are asked next` : t`Is asked next`
}

function Mark({ decision, isNext }: { decision: "approved" | "rejected" | undefined; isNext: boolean }) {
  if (!decision && !isNext) return null
  const Icon = decision === "approved" ? Check : decision === "rejected" ? X : CircleDot
  const tone =
    decision === "approved" ? "bg-good text-surface" : decision === "rejected" ? "bg-bad text-surface" : "bg-accent text-accent-fg"
  return (
    <span aria-hidden className={cn("absolute -end-1.5 -bottom-1 grid size-3.5 place-items-center rounded-full ring-2 ring-surface", tone)}>
      <Icon className="size-2.5" strokeWidth={3.5} />
    </span>
  )
}
