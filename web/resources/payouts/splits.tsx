import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { Output } from "../../client.ts"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { Reference } from "../../dashboard/reference.tsx"
import { lookUp } from "../../lib/look-up.ts"
import { moneyBesideCode } from "../../lib/money.ts"
import { rich } from "../../lib/rich.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { Money } from "../../ui/value.tsx"

type Payout = Output<"GET /v1/payouts/{id}">
type PaymentSplit = Output<"GET /v1/payment-splits/{id}">

const shown = 5

/** How much of each split a payout pays; several payouts may pay one split. */
export function PayoutSplits({ row: { allocations, currency } }: { row: Payout }) {
  if (allocations.length === 0) return null
  const count = plural(allocations.length, t`${whole(allocations.length)} split`, t`${whole(allocations.length)} splits`)
  const ids = allocations.slice(0, 100).map(({ paymentSplit }) => paymentSplit)
  return (
    <Card aria-label={t`Splits in this payout`}>
      <CardHead title={t`Splits in this payout`} hint={count}>
        {allocations.length > shown && (
          <Link
            to="/$resource"
            params={{ resource: "splits" }}
            search={{ "_id[in]": ids.join(",") }}
            className="text-xs text-fg-2 underline underline-offset-2"
          >
            {t`See all`}
          </Link>
        )}
      </CardHead>
      <ul className="border-t border-line">
        {allocations.slice(0, shown).map(({ paymentSplit, amount }) => (
          <li key={paymentSplit} className="border-b border-line last:border-0">
            <Allocation id={paymentSplit} amount={amount} currency={currency} />
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Allocation({ id, amount, currency }: { id: string; amount: number; currency: string }) {
  const found = useQuery({ queryKey: ["payment-splits", "name", id], queryFn: () => lookUp("payment-splits", id), staleTime: 30_000 })
  const split = found.data as PaymentSplit | undefined
  return (
    <ObjectLink to="payment-splits" id={id} className="flex min-h-12 items-center gap-3 px-5 py-2 hover:bg-hover">
      <span className="min-w-0 flex-1 leading-tight">
        <span className="block truncate text-sm font-medium">
          {rich`Share of ${split && <Reference to="payment-intents" id={split.paymentIntent} isPlain />}`}
        </span>
        <span className="block truncate text-xs text-fg-3">{split && say(split.status)}</span>
      </span>
      <span className="shrink-0 text-end text-sm leading-tight">
        <Money amount={amount} currency={currency} className="block font-medium" />
        <span className="num block text-xs text-fg-3">
          {amount < 0 ? t`a debt that is netted` : split && t`out of ${moneyBesideCode(split.amount, split.currency)}`}
        </span>
      </span>
    </ObjectLink>
  )
}
