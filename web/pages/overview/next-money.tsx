import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import type { ReactNode } from "react"
import { call, type Output } from "../../client.ts"
import type { ResourceKey } from "../../lib/api-types.ts"
import { rich } from "../../lib/rich.ts"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { Reference } from "../../dashboard/reference.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { tenantNow } from "../../lib/time.ts"
import { t, whole } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Status } from "../../ui/status.tsx"
import { Money, When } from "../../ui/value.tsx"

/** The next payments that fall due, and the next payouts. */
export function NextMoney() {
  const can = usePermission()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-2">
      {can("paymentIntents.view") && <NextIn />}
      {can("splits.view") && <NextOut />}
    </div>
  )
}

const shown = 5

function NextIn() {
  const payments = useQuery({
    queryKey: ["payment-intents", "next in"],
    queryFn: () =>
      call("GET /v1/payment-intents", {
        "status[in]": "due,paid-partial",
        "intentType[ne]": "payment-plan",
        "dueAt[gte]": tenantNow().toISOString(),
        sort: "dueAt",
        limit: shown,
      }),
  })
  return (
    <NextCard title={t`Upcoming payments`} hint={t`By due date`} isPending={payments.isPending} error={payments.error}>
      {payments.data?.data.map(row => (
        <NextRow
          key={row._id}
          to="payment-intents"
          id={row._id}
          name={<Reference to="contacts" id={row.contact} isPlain />}
          note={rich`${row.number}, due ${<When at={row.dueAt} />}`}
          end={<Money amount={row.due} currency={row.currency} className="font-medium" />}
        />
      ))}
      {payments.data?.count === 0 && <Nothing>{t`Nothing falls due. Ask somebody for money to see it here.`}</Nothing>}
      {payments.data && payments.data.count > shown && (
        <More to="payments" search={{ status: "due", sort: "dueAt" }} text={t`All ${whole(payments.data.count)} that fall due`} />
      )}
    </NextCard>
  )
}

type Payout = Output<"GET /v1/payouts/{id}">

function NextOut() {
  const payouts = useQuery({
    queryKey: ["payouts", "next out"],
    queryFn: () => call("GET /v1/payouts", { "status[in]": "draft,pending-approval,processing", limit: shown }),
  })
  const recipientOf = ({ partnership }: Payout) =>
    partnership === null ? t`Your own account` : <Reference to="partnerships" id={partnership} isPlain />
  return (
    <NextCard title={t`Upcoming payouts`} hint={t`Not paid yet`} isPending={payouts.isPending} error={payouts.error}>
      {payouts.data?.data.map(row => (
        <NextRow
          key={row._id}
          to="payouts"
          id={row._id}
          name={recipientOf(row)}
          note={
            <span className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-0.5">
              <Status status={row.status} />
              <span className="truncate">
                {row.number}, <When at={row.createdAt} />
              </span>
            </span>
          }
          end={<Money amount={row.amount} currency={row.currency} className="font-medium" />}
        />
      ))}
      {payouts.data?.count === 0 && <Nothing>{t`No payout is under way.`}</Nothing>}
      {payouts.data && payouts.data.count > shown && (
        <More
          to="payouts"
          search={{ "status[in]": "draft,pending-approval,processing" }}
          text={t`All ${whole(payouts.data.count)} payouts`}
        />
      )}
    </NextCard>
  )
}

type CardProps = { title: string; hint: string; isPending: boolean; error: Error | null; children: ReactNode }

const NextCard = ({ title, hint, isPending, error, children }: CardProps) => (
  <Card aria-label={title} className="pb-2">
    <CardHead title={title} hint={hint} />
    {error && (
      <div className="px-5 pb-3">
        <Failure error={error} />
      </div>
    )}
    {isPending && <Skeleton className="mx-5 mb-4 h-32" />}
    <div className="border-t border-line">{children}</div>
  </Card>
)

type RowProps = { to: ResourceKey; id: string; name: ReactNode; note: ReactNode; end: ReactNode }

/** The note has a line of its own, because half a page is too narrow for it beside an amount. */
const NextRow = ({ to, id, name, note, end }: RowProps) => (
  <ObjectLink to={to} id={id} className="block border-b border-line px-5 py-2 leading-tight last:border-0 hover:bg-hover">
    <span className="flex items-baseline gap-3 text-sm">
      <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
      {end}
    </span>
    <span className="block truncate text-xs text-fg-3">{note}</span>
  </ObjectLink>
)

const Nothing = ({ children }: { children: ReactNode }) => <p className="px-5 py-6 text-center text-sm text-fg-3">{children}</p>

const More = ({ to, search, text }: { to: string; search: Record<string, string>; text: string }) => (
  <p className="px-5 pt-2 pb-1 text-xs">
    <Link to="/$resource" params={{ resource: to }} search={search} className="text-fg-2 underline underline-offset-2">
      {text}
    </Link>
  </p>
)
