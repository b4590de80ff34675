import { useQuery } from "@tanstack/react-query"
import { Check, CornerDownRight, Hourglass, Undo2, X } from "lucide-react"
import type { ReactNode } from "react"
import { call } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { money } from "../../lib/money.ts"
import { exactTime, shortDate } from "../../lib/time.ts"
import { say } from "../../lib/words.ts"
import { inSentence, t } from "../../lib/translate.ts"
import type { Entity } from "./entity.tsx"
import type { ApprovalRequest, View } from "./turn.ts"

type Props = { request: ApprovalRequest; entity: Entity | undefined; view: View }

/** What each decision will do; after the decision, what happened. */
export function Consequences({ request, entity, view }: Props) {
  const { onApprove, onReject } = request.explanation
  const closes = t`If nobody decides by ${shortDate(request.expiresAt)}, the request is canceled and no money moves.`
  const texts = (lines: readonly { text: string }[]) => lines.map(({ text }) => text)
  if (view === "yours")
    return (
      <>
        <div className="mt-5 grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
          <Effect
            title={t`If you approve`}
            icon={<Check className="size-3.5 text-good" strokeWidth={2.5} aria-hidden />}
            lines={texts(onApprove)}
          >
            <Balance request={request} entity={entity} />
          </Effect>
          <Effect
            title={t`If you reject`}
            icon={<X className="size-3.5 text-bad" strokeWidth={2.5} aria-hidden />}
            lines={texts(onReject)}
          />
        </div>
        <p className="mt-4 text-xs text-fg-3">{closes}</p>
      </>
    )
  const [title, icon, lines]: [string, ReactNode, string[]] =
    view === "waiting"
      ? [t`Meanwhile`, <Hourglass className="size-3.5 text-fg-3" aria-hidden />, [...reserved(request, entity), closes]]
      : view === "own"
        ? [t`Your options`, <Undo2 className="size-3.5 text-fg-3" aria-hidden />, [t`Withdraw it: ${lowerFirst(texts(onReject))}`, closes]]
        : view === "expired" || view === "withdrawn"
          ? [t`Effect`, <Undo2 className="size-3.5 text-fg-3" aria-hidden />, [t`No money moved.`, ...texts(onReject)]]
          : [
              t`Since then`,
              <CornerDownRight className="size-3.5 text-fg-3" aria-hidden />,
              [...texts(view === "approved" ? onApprove : onReject), ...stateNow(entity)],
            ]
  return (
    <div className="mt-5">
      <Effect title={title} icon={icon} lines={lines} />
    </div>
  )
}

const lowerFirst = ([first = t`it ends.`, ...rest]: string[]) => [inSentence(first), ...rest].join(" ")

const reserved = ({ amount, currency }: ApprovalRequest, entity: Entity | undefined) =>
  entity?.type === "payout" ? [t`${money(amount, currency)} is reserved, so nothing else can spend it.`] : []

function stateNow(entity: Entity | undefined): string[] {
  if (!entity) return []
  const state = inSentence(say(entity.status))
  const at = entity.type === "payout" ? entity.paidAt : undefined
  const failure = entity.type === "payout" ? entity.failureReason : undefined
  const now = at ? t`The state is now: ${state}, ${exactTime(at)}.` : t`The state is now: ${state}.`
  return [failure ? `${now} ${failure}` : now]
}

type EffectProps = { title: string; icon: ReactNode; lines: readonly string[]; children?: ReactNode }

const Effect = ({ title, icon, lines, children }: EffectProps) => (
  <section aria-label={title} className="rounded-xl px-4 py-3 shadow-line">
    <h3 className="flex items-center gap-1.5 font-medium">
      {icon}
      {title}
    </h3>
    <ul className="mt-1 space-y-0.5 text-fg-2">
      {lines.map(line => (
        <li key={line}>{line}</li>
      ))}
    </ul>
    {children}
  </section>
)

/** The money reserved for payouts, before and after a gateway sends this one. */
function Balance({ request: { explanation, amount, currency }, entity }: Omit<Props, "view">) {
  const can = usePermission()
  const isSent = ["last-approval", "payout-sent"].every(code => explanation.onApprove.some(each => each.code === code))
  const balances = useQuery({
    queryKey: ["balances"],
    queryFn: () => call("GET /v1/balances", {}),
    enabled: isSent && entity !== undefined && can("transactions.view"),
  })
  const reserved = balances.data?.data.find(each => each.currency === currency)?.reserved
  if (!isSent || reserved === undefined) return null
  return (
    <p className="num mt-2 flex flex-wrap items-baseline gap-x-2 border-t border-line pt-2 text-xs text-fg-3">
      {t`Reserved in ${currency}`}
      <span className="ms-auto">
        {money(reserved, currency)} <CornerDownRight className="inline size-3" aria-label={t`becomes`} />{" "}
        <b className="font-medium text-fg">{money(reserved - amount, currency)}</b>
      </span>
    </p>
  )
}
