import { keepPreviousData, useQuery } from "@tanstack/react-query"
import { CircleCheck, RefreshCw, Scale, TriangleAlert } from "lucide-react"
import { useState } from "react"
import { call } from "../../client.ts"
import { differenceInWords } from "../../lib/difference.ts"
import { rich } from "../../lib/rich.ts"
import { ago } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { Note } from "../../ui/note.tsx"
import { Money, When } from "../../ui/value.tsx"
import type { Comparison, Connection } from "./data.ts"
import { DayMovements } from "./day-movements.tsx"

type Compared = Comparison["currencies"][number]

/** The provider's day is in UTC, by the world's clock: a provider does not follow the moved clock of a sandbox. */
const today = () => new Date().toISOString().slice(0, 10)

/** What the provider holds beside what the ledger says it holds, and movements of a day that the books do not have. */
export function BalanceComparison({ row }: { row: Connection }) {
  const [date, setDate] = useState(today)
  const comparison = useQuery({
    queryKey: ["gateway-connections", "reconciliation", row._id, date],
    queryFn: () => call("GET /v1/gateway-connections/{id}/reconciliation", { date }, { path: { id: row._id } }),
    placeholderData: keepPreviousData,
    staleTime: 60_000, // each one asks the provider
    retry: false,
  })
  const { data, isError, isPending, isFetching } = comparison
  const provider = say(row.gateway)
  return (
    <Card aria-label={t`Balance`}>
      <CardHead title={t`Balance`} hint={t`What ${provider} holds now, and what your ledger says`}>
        {(data?.comparedAt || isError) && (
          <span className="flex items-center gap-3">
            {data?.comparedAt && !isError && (
              <span className="text-xs text-fg-3">
                {rich`Compared ${<When at={data.comparedAt} text={ago(data.comparedAt, new Date())} />}`}
              </span>
            )}
            <Button size="sm" disabled={isFetching} onClick={() => void comparison.refetch()}>
              <RefreshCw className="size-3.5" aria-hidden />
              {t`Compare again`}
            </Button>
          </span>
        )}
      </CardHead>
      {isPending && <Skeleton className="mx-5 mb-5 h-16" />}
      {isError && (
        <div className="pb-1">
          <CardFailure query={comparison} />
          <p className="px-5 pb-4 text-sm text-fg-3">{t`Nothing was compared. No money moved, and your books are unchanged.`}</p>
        </div>
      )}
      {!isError && data && data.comparedAt === null && <NotTold provider={provider} />}
      {!isError && data && data.comparedAt !== null && (
        <>
          <Balances provider={provider} currencies={data.currencies} />
          <DayMovements provider={provider} comparison={data} date={date} today={today()} isLoading={isFetching} onChange={setDate} />
        </>
      )}
    </Card>
  )
}

const NotTold = ({ provider }: { provider: string }) => (
  <div className="flex items-start gap-3 border-t border-line px-5 py-5 text-sm">
    <Scale className="mt-0.5 size-4 shrink-0 text-fg-3" aria-hidden />
    <div>
      <p className="font-medium">{t`${provider} does not tell what it holds`}</p>
      <p className="text-fg-3">{t`So nothing can be compared by itself. Compare the payments here with the statement of the account.`}</p>
    </div>
  </div>
)

function Balances({ provider, currencies }: { provider: string; currencies: readonly Compared[] }) {
  const differing = currencies.filter(({ difference }) => difference !== 0)
  if (currencies.length === 0)
    return <p className="border-t border-line px-5 py-5 text-sm text-fg-3">{t`${provider} holds nothing, and the ledger says the same.`}</p>
  return (
    <>
      <ul>
        {currencies.map(each => (
          <li key={each.currency} className="grid grid-cols-2 gap-x-4 gap-y-2 border-t border-line px-5 py-3 sm:grid-cols-4">
            <span className="self-center text-sm font-semibold max-sm:order-1">{each.currency}</span>
            <Figure label={t`At ${provider}`} amount={each.provider} currency={each.currency} className="max-sm:order-3" />
            <Figure label={t`In your ledger`} amount={each.ledger} currency={each.currency} className="max-sm:order-4" />
            <span className="max-sm:order-2">
              <span className="block text-xs text-fg-3">{t`Difference`}</span>
              <Difference {...each} />
            </span>
          </li>
        ))}
      </ul>
      {differing.length > 0 && <WhatToDo provider={provider} differing={differing} />}
    </>
  )
}

const Figure = ({ label, amount, currency, className }: { label: string; amount: number; currency: string; className: string }) => (
  <span className={className}>
    <span className="block text-xs text-fg-3">{label}</span>
    <Money amount={amount} currency={currency} className="text-sm font-medium" />
  </span>
)

/** Calm where there is none; its direction is in words below. */
const Difference = ({ difference, currency }: Compared) =>
  difference === 0 ? (
    <span className="inline-flex items-center gap-1.5 text-sm font-medium">
      <CircleCheck className="size-4 text-good" aria-hidden />
      {t`No difference`}
    </span>
  ) : (
    <span className="inline-flex items-center gap-1.5 text-sm font-semibold text-warn">
      <TriangleAlert className="size-4" aria-hidden />
      <Money amount={difference} currency={currency} />
    </span>
  )

function WhatToDo({ provider, differing }: { provider: string; differing: readonly Compared[] }) {
  const isListed = differing.some(({ unmatched }) => unmatched.length > 0)
  return (
    <div className="px-5 pb-4">
      <Note tone="warn" icon={TriangleAlert} title={t`${provider} holds ${differenceInWords(differing)} than your ledger says`}>
        <p>{t`Nothing is booked because of it, and no money moves. What to do:`}</p>
        <ol className="mt-1 list-decimal space-y-0.5 ps-4">
          <li>{t`Compare again in some minutes: a payment of this moment may be in only one of the two.`}</li>
          <li>
            {isListed
              ? t`Open the movements below at ${provider}: its own fees, and payments of other programs, are not in your books.`
              : t`Go back day by day below, until you see a movement that is not in your books.`}
          </li>
          <li>{t`Read at the end of this card what explains a difference without a mistake.`}</li>
        </ol>
      </Note>
    </div>
  )
}
