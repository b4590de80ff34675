import { Link } from "@tanstack/react-router"
import { ArrowLeft, Check } from "lucide-react"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { useSession } from "../../dashboard/session.tsx"
import { useUserNames } from "../../dashboard/user-names.ts"
import { Why } from "../../dashboard/why-card.tsx"
import { rich } from "../../lib/rich.ts"
import { listOf, t } from "../../lib/translate.ts"
import { ActorName, Avatar } from "../../ui/avatar.tsx"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { CopyId, When } from "../../ui/value.tsx"
import { conditionWords, ruleText, valueText } from "./conditions.ts"
import { Decide } from "./decide.tsx"
import { Consequences } from "./effects.tsx"
import { type Entity, nameOf, reasonOf, Subject, useEntity, Way } from "./entity.tsx"
import { useExactMaker } from "./maker.ts"
import { entities, requestedAmount, views } from "./request.ts"
import { RequestedMoney } from "./requested-money.tsx"
import { type ApprovalRequest, stepOf, type View } from "./turn.ts"
import { WhoDecides } from "./who-decides.tsx"

type Props = {
  request: ApprovalRequest
  /** Whose approval this person can give. */
  seat: string | undefined
  view: View
  onBack(): void
  onNext(): void
  onDecided(): void
}

/** In the order of a decision: how much and to whom, who asked, why it is held, who decides, what each decision does. */
export function Detail({ request, seat, view, onBack, onNext, onDecided }: Props) {
  const entity = useEntity(request.entityType, request.entity)
  const { label, open, icon: Icon, key } = entities[request.entityType]
  return (
    <article aria-label={`${label}: ${requestedAmount(request)}`} className="group/request flex h-full min-h-0 flex-col">
      <div
        className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 max-lg:pb-48 sm:px-7"
        tabIndex={0}
        role="region"
        aria-label={t`Request details`}
        data-open-row=""
      >
        <Button variant="ghost" size="sm" className="mt-3 -ms-2 lg:hidden" onClick={onBack}>
          <ArrowLeft className="size-4" aria-hidden /> {t`Inbox`}
        </Button>
        <header className="pt-3 lg:pt-5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-fg-3">
            <Icon className="size-4" aria-hidden /> {label} <CopyId label={t`number`} value={nameOf(entity, request)} />
            <span className="ms-auto">
              <ViewBadge view={view} request={request} seat={seat} />
            </span>
          </p>
          <h2 className="mt-1">
            <RequestedMoney
              of={request}
              className="text-[clamp(1.25rem,6.5vw,1.75rem)] leading-9 font-semibold tracking-[-0.025em] max-sm:whitespace-normal"
            />
          </h2>
          <p className="mt-0.5 text-fg-2">
            {entity && (
              <>
                <span className="font-medium text-fg">
                  <Subject entity={entity} />
                </span>{" "}
                · <Way entity={entity} /> ·{" "}
              </>
            )}
            <ObjectLink to={key} id={request.entity} className="underline underline-offset-2">
              {open}
            </ObjectLink>
          </p>
        </header>
        <Asked request={request} entity={entity} />
        <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 xl:grid-cols-2">
          <WhyHeld request={request} />
          <WhoDecides request={request} seat={seat} view={view} />
        </div>
        <Consequences request={request} entity={entity} view={view} />
        <div className="mt-6">
          <Why key={request._id} type="approvals/requests" id={request._id} />
        </div>
      </div>
      <Decide request={request} seat={seat} entity={entity} view={view} onNext={onNext} onDecided={onDecided} />
    </article>
  )
}

export function ViewBadge({ view, request, seat }: { view: View; request: ApprovalRequest; seat: string | undefined }) {
  const { user } = useSession()
  const nameOf = useUserNames()
  const { label, tone, icon } = views[view]
  return (
    <Badge tone={tone} icon={icon}>
      {view === "own" && request.requestedBy !== user._id
        ? t`You drafted it`
        : view === "yours"
          ? yourTurn(request, seat && seat !== user._id ? nameOf(seat) : undefined)
          : label}
    </Badge>
  )
}

function yourTurn(request: ApprovalRequest, delegator: string | undefined): string {
  const step = request.strategy === "sequential" ? stepOf(request) : undefined
  if (step && delegator) return t`Your turn, step ${step}, for ${delegator}`
  if (step) return t`Your turn, step ${step}`
  return delegator ? t`Your turn, for ${delegator}` : views.yours.label
}

/** Who asked, when, who drafted it, and the reason in their own words. */
function Asked({ request, entity }: { request: ApprovalRequest; entity: Entity | undefined }) {
  const maker = useExactMaker(request, entity)
  const nameOf = useUserNames()
  const { user } = useSession()
  const reason = reasonOf(entity)
  const [name, when] = [<ActorName actor={maker} />, <When at={request.createdAt} />]
  const isYou = maker.isYou && maker.kind === "person"
  const drafter = request.draftedBy
  return (
    <figure className="mt-4 flex gap-3 rounded-xl bg-sunken px-4 py-3 shadow-line">
      <Avatar actor={maker} />
      <div className="min-w-0 self-center">
        <figcaption className="text-fg-3">
          {isYou
            ? rich`You asked ${when}`
            : maker.kind === "api-key"
              ? rich`${name} asked ${when} with an API key`
              : rich`${name} asked ${when}`}
          {drafter && `. ${drafter === user._id ? t`You drafted it.` : t`${nameOf(drafter)} drafted it.`}`}
          {maker.kind === "agent" && (
            <span className="ms-1.5 inline-block align-middle">
              <Badge tone="info">{t`AI agent, drafted only`}</Badge>
            </span>
          )}
        </figcaption>
        {reason && <blockquote className="mt-0.5 break-words text-fg-2">{reason}</blockquote>}
      </div>
    </figure>
  )
}

/** Each rule of the policy beside the value that matched it. */
function WhyHeld({ request }: { request: ApprovalRequest }) {
  const { conditions, alsoMatched } = request.explanation
  return (
    <section aria-label={t`Reason for approval`}>
      <h3 className="text-xs font-medium text-fg-3">{t`Reason for approval`}</h3>
      <p className="mt-2">
        <Link to="/policies/$id" params={{ id: request.policy }} className="font-medium hover:underline">
          {request.policyName}
        </Link>
      </p>
      <table className="mt-2 w-full">
        <thead className="sr-only">
          <tr>
            <th>{t`Rule`}</th>
            <th>{t`This request`}</th>
          </tr>
        </thead>
        <tbody>
          {conditions.map(({ condition, rule, actual }) => (
            <tr key={condition} className="border-t border-line">
              <th scope="row" className="py-2 pe-3 text-start align-top font-normal text-fg-3">
                <span className="flex items-start gap-1.5">
                  <Check className="mt-[3px] size-3.5 shrink-0 text-good" strokeWidth={2.5} aria-hidden />
                  <span>
                    {conditionWords[condition] ?? condition}
                    <span className="block text-xs">{ruleText(condition, rule, request.currency)}</span>
                  </span>
                </span>
              </th>
              <td className="num py-2 text-end align-top font-medium break-words">{valueText(condition, actual, request.currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-line pt-2 text-xs text-fg-3">
        {conditions.length === 0 && `${t`The policy has no conditions, so it holds all of this kind.`} `}
        {alsoMatched.length > 0 && `${t`Also matched, with less priority: ${listOf(alsoMatched.map(({ name }) => t`“${name}”`))}.`} `}
        {t`This shows the policy as it was when the request was opened.`}
      </p>
    </section>
  )
}
