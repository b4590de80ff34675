import { useQuery } from "@tanstack/react-query"
import { useState } from "react"
import { call, type Output } from "../../client.ts"
import { useResource } from "../../dashboard/app-context.ts"
import { useAsOf } from "../../dashboard/as-of.tsx"
import { useCreate, usePreloadCreate } from "../../dashboard/create-provider.tsx"
import { ObjectLink } from "../../dashboard/object-link.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { StatementCard } from "../../dashboard/statement-card.tsx"
import { rich } from "../../lib/rich.ts"
import { small, t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { CurrencyTabs } from "../../ui/currency-tabs.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { type Figure, Figures } from "../../ui/figures.tsx"
import { Money } from "../../ui/value.tsx"

type Partnership = Output<"GET /v1/partnerships/{id}">
type Account = Output<"GET /v1/partnerships/{id}/account">["byCurrency"][string]

/** What a partner is owed and was paid, and its statements. */
export function PartnershipBody({ row }: { row: Partnership }) {
  if (!usePermission()("splits.view")) return null
  return (
    <>
      <AccountCard row={row} />
      <StatementCard
        route={`/v1/partnerships/${row._id}/statement`}
        name={row.code}
        createdAt={row.createdAt}
        hint={t`Shares and payouts of a month, with the balance before and after`}
      />
    </>
  )
}

function AccountCard({ row }: { row: Partnership }) {
  const [chosen, setChosen] = useState("")
  const asOf = useAsOf() ?? ""
  const account = useQuery({
    queryKey: ["partnerships", "account", row._id, asOf],
    queryFn: ({ signal }) => call("GET /v1/partnerships/{id}/account", asOf === "" ? {} : { asOf }, { path: { id: row._id }, signal }),
  })
  if (account.isError) return <Failure error={account.error} onRetry={() => void account.refetch()} />
  if (!account.data) return <Skeleton className="h-32 w-full" />
  const { byCurrency } = account.data
  const currencies = Object.keys(byCurrency)
  const currency = byCurrency[chosen] ? chosen : currencies[0]
  return (
    <Card aria-label={t`Account`}>
      {currencies.length > 1 && <CurrencyTabs tabs={currencies.map(id => ({ id }))} value={currency!} onChange={setChosen} />}
      {currency === undefined ? (
        <CardHead
          title={t`Nothing was earned yet`}
          hint={asOf === "" && t`Name the partnership on a line of a payment, and its share shows here once it is paid.`}
        />
      ) : (
        <div className="flex flex-wrap items-center gap-4 p-5">
          <div className="min-w-0 grow basis-80">
            <Figures figures={figuresOf(byCurrency[currency]!, currency)} />
          </div>
          {asOf === "" && <PayOut row={row} currency={currency} account={byCurrency[currency]!} />}
        </div>
      )}
    </Card>
  )
}

function figuresOf({ owed, paid, inPayouts, nextPayout }: Account, currency: string): Figure[] {
  const shown = (amount: number) => <Money amount={amount} currency={currency} />
  return [
    owed < 0
      ? { label: t`Owes you`, value: shown(-owed), note: t`Taken off the next payout`, tone: "bad" }
      : { label: t`Owed`, value: shown(owed), note: t`Not in a payout yet` },
    {
      label: t`Next payout`,
      value: nextPayout ? shown(nextPayout.amount) : t`None`,
      ...(nextPayout ? { note: <NextPayout {...nextPayout} hasMore={inPayouts > nextPayout.amount} /> } : { tone: "quiet" }),
    },
    { label: t`Paid`, value: shown(paid), note: t`In payouts that have arrived` },
  ]
}

function NextPayout({ payout, number, status, hasMore }: NonNullable<Account["nextPayout"]> & { hasMore: boolean }) {
  const link = (
    <ObjectLink to="payouts" id={payout} className="underline underline-offset-2">
      {number}
    </ObjectLink>
  )
  const words = small(say(status))
  if (hasMore) return rich`${link} ${words}, and others after it`
  return (
    <>
      {link} {words}
    </>
  )
}

function PayOut({ row, currency, account }: { row: Partnership; currency: string; account: Account }) {
  const can = usePermission()
  const create = useCreate()
  const preload = usePreloadCreate()
  const payouts = useResource("payouts")
  if (!payouts.create || !can(payouts.create.needs) || account.due === 0 || account.owed <= 0) return null
  const recipientType = row.kind === "supplier" ? "supplier" : "partnership"
  return (
    <Button variant="primary" {...preload} onClick={() => create(payouts, { recipientType, partnership: row.code, currency })}>
      {t`Pay out`}
    </Button>
  )
}
