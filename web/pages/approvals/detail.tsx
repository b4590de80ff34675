import { Link } from "@tanstack/react-router"
import { ArrowLeft, Check, CircleDot, X } from "lucide-react"
import type { ReactNode } from "react"
import { useUserNames } from "../../dashboard/user-names.ts"
import { money } from "../../lib/money.ts"
import { shortDate } from "../../lib/time.ts"
import { say } from "../../lib/words.ts"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { Status } from "../../ui/status.tsx"
import { CopyId, Money, When } from "../../ui/value.tsx"
import { Decide } from "./decide.tsx"
import { type ApprovalRequest, isTurnOf } from "./request.ts"

/** Where the object of each entity type has its page. */
const pages: Record<ApprovalRequest["entityType"], string> = {
  transaction: "transactions",
  payout: "payouts",
  "payment-split": "splits",
  authorization: "mandates",
  "refund-intent": "refunds",
}

/** Reads top down as a decision: how much, who asked, why it is held, who decides, what each decision does. */
export function Detail({ request, onBack }: { request: ApprovalRequest; onBack(): void }) {
  const nameOf = useUserNames()
  const { onApprove, onReject } = request.explanation
  return (
    <article
      aria-label={`${say(request.entityType)} of ${money(request.amount, request.currency)}`}
      className="flex h-full min-h-0 flex-col"
    >
      <div
        className="min-h-0 flex-1 overflow-y-auto px-4 pb-6 max-lg:pb-44 sm:px-7"
        tabIndex={0}
        role="region"
        aria-label="Request details"
      >
        <Button variant="ghost" size="sm" className="mt-3 -ml-2 lg:hidden" onClick={onBack}>
          <ArrowLeft className="size-4" aria-hidden /> Inbox
        </Button>
        <header className="pt-3 lg:pt-5">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-fg-3">
            {say(request.entityType)} <CopyId label="id" value={request.entity} />
            <span className="ml-auto">
              <Status status={request.status} />
            </span>
          </p>
          <h2 className="mt-1">
            <Money
              amount={request.amount}
              currency={request.currency}
              className="text-[1.75rem] leading-9 font-semibold tracking-[-0.025em]"
            />
          </h2>
          <p className="mt-0.5 text-fg-2">
            <span className="font-medium text-fg">{nameOf(request.requestedBy)}</span> asked <When at={request.createdAt} /> ·{" "}
            <Link
              to="/$resource/$id"
              params={{ resource: pages[request.entityType], id: request.entity }}
              className="underline underline-offset-2"
            >
              open the {say(request.entityType).toLowerCase()}
            </Link>
          </p>
        </header>
        <div className="mt-5 grid gap-x-8 gap-y-6 xl:grid-cols-2">
          <WhyHeld request={request} />
          <WhoDecides request={request} />
        </div>
        <div className="mt-5 grid gap-4 xl:grid-cols-2">
          <Effects
            title="If it is approved"
            icon={<Check className="size-3.5 text-good" strokeWidth={2.5} aria-hidden />}
            lines={onApprove}
          />
          <Effects title="If it is rejected" icon={<X className="size-3.5 text-bad" strokeWidth={2.5} aria-hidden />} lines={onReject} />
        </div>
        {request.status === "pending" && (
          <p className="mt-4 text-xs text-fg-3">Undecided by {shortDate(request.expiresAt)}, it closes by itself, and no money moves.</p>
        )}
      </div>
      <Decide request={request} />
    </article>
  )
}

function WhyHeld({ request }: { request: ApprovalRequest }) {
  const { conditions, alsoMatched } = request.explanation
  return (
    <section aria-label="Why it is held">
      <h3 className="text-xs font-medium text-fg-3">Why it is held</h3>
      <p className="mt-2 font-medium">{request.policyName}</p>
      <table className="mt-2 w-full">
        <thead className="sr-only">
          <tr>
            <th>Rule</th>
            <th>This one</th>
          </tr>
        </thead>
        <tbody>
          {conditions.map(({ condition, rule, actual }) => (
            <tr key={condition} className="border-t border-line">
              <th scope="row" className="py-2 pr-3 text-left align-top font-normal text-fg-3">
                {say(condition)} <span className="block text-xs">{valueText(rule, condition, request)}</span>
              </th>
              <td className="num py-2 text-right align-top font-medium">{valueText(actual, condition, request)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="border-t border-line pt-2 text-xs text-fg-3">
        {conditions.length === 0 && "The policy holds all of this kind. "}
        {alsoMatched.length > 0 && `${alsoMatched.map(({ name }) => `“${name}”`).join(", ")} matched too, with less priority. `}
        Kept as the policy was when this was asked.
      </p>
    </section>
  )
}

function valueText(value: unknown, condition: string, { currency }: ApprovalRequest): ReactNode {
  if (typeof value === "number" && condition.startsWith("amount")) return money(value, currency)
  if (Array.isArray(value)) return value.map(each => (typeof each === "string" ? say(each) : String(each))).join(", ")
  return typeof value === "string"
    ? value.length === 3
      ? value
      : say(value)
    : typeof value === "boolean" || typeof value === "number"
      ? String(value)
      : "–"
}

const strategies: Record<ApprovalRequest["strategy"], string> = {
  "any-of": "One of them is enough",
  "all-of": "All of them must say yes",
  sequential: "One after the other",
  "round-robin": "Whose turn it is",
  "auto-approve": "Approved by itself",
}

function WhoDecides({ request }: { request: ApprovalRequest }) {
  const nameOf = useUserNames()
  return (
    <section aria-label="Who decides">
      <h3 className="text-xs font-medium text-fg-3">Who decides</h3>
      <p className="mt-2">
        <span className="font-medium">{say(request.strategy)}</span> <span className="text-fg-3">{strategies[request.strategy]}</span>
      </p>
      <ol className="mt-2 space-y-2.5">
        {request.approvers.map((user, index) => {
          const decision = request.decisions.find(each => (each.for ?? each.user) === user)
          return (
            <li key={user} className="flex gap-2.5">
              <Mark decision={decision?.decision} isNext={request.status === "pending" && isTurnOf(request, user)} />
              <span className="min-w-0">
                <span className="block truncate font-medium">{nameOf(user)}</span>
                <span className="block text-xs text-fg-3">
                  {decision ? (
                    <>
                      {say(decision.decision)} <When at={decision.at} />
                      {decision.for && decision.user && ` by ${nameOf(decision.user)}`}
                    </>
                  ) : request.strategy === "sequential" ? (
                    `step ${index + 1}`
                  ) : (
                    "has not decided"
                  )}
                </span>
                {decision?.comment && <span className="block break-words text-fg-2">“{decision.comment}”</span>}
              </span>
            </li>
          )
        })}
      </ol>
      {request.fourEyes && <p className="mt-2 text-xs text-fg-3">Four eyes: whoever asked may not decide.</p>}
      {request.reason && <p className="mt-2 text-xs text-fg-3">{say(request.reason)}.</p>}
    </section>
  )
}

function Mark({ decision, isNext }: { decision: "approved" | "rejected" | undefined; isNext: boolean }) {
  const Icon = decision === "approved" ? Check : decision === "rejected" ? X : CircleDot
  const tone =
    decision === "approved"
      ? "bg-good text-surface"
      : decision === "rejected"
        ? "bg-bad text-surface"
        : isNext
          ? "bg-accent text-accent-fg"
          : "bg-line-strong text-fg"
  return (
    <span aria-hidden className={cn("mt-0.5 grid size-5 shrink-0 place-items-center rounded-full", tone)}>
      <Icon className="size-3" strokeWidth={3} />
    </span>
  )
}

function Effects({ title, icon, lines }: { title: string; icon: ReactNode; lines: readonly { code: string; text: string }[] }) {
  if (lines.length === 0) return null
  return (
    <section aria-label={title} className="rounded-xl px-4 py-3 shadow-line">
      <h3 className="flex items-center gap-1.5 font-medium">
        {icon}
        {title}
      </h3>
      <ul className="mt-1 space-y-0.5 text-fg-2">
        {lines.map(({ code, text }) => (
          <li key={code}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
