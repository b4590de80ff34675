import { useQueries, useQuery } from "@tanstack/react-query"
import { call, type Output } from "../../client.ts"
import { money } from "../../lib/money.ts"
import { t, whole } from "../../lib/translate.ts"
import { Card } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { Failure } from "../../ui/failure.tsx"

type Reconciliation = Output<"GET /v1/bank-statements/{id}/reconciliation">

/** What the bank has against what the books have, in each currency of the newest statements, or in that of the chosen one. */
export function Balances({ statement }: { statement: string | undefined }) {
  const newest = useQuery({
    queryKey: ["bank-statements", "newest"],
    queryFn: () => call("GET /v1/bank-statements", { limit: 100 }),
    enabled: statement === undefined,
  })
  const byCurrency = new Map(newest.data?.data.map(({ currency, _id }) => [currency, _id]))
  const ids = statement === undefined ? [...byCurrency.values()] : [statement]
  const balances = useQueries({
    queries: ids.map(id => ({
      queryKey: ["bank-lines", "reconciliation", id],
      queryFn: () => call("GET /v1/bank-statements/{id}/reconciliation", {}, { path: { id } }),
    })),
  })
  const failed = balances.find(({ isError }) => isError) ?? (newest.isError ? newest : undefined)
  return (
    <div className="mb-4 space-y-2 empty:hidden">
      {failed && <Failure error={failed.error} onRetry={() => void failed.refetch()} />}
      {balances.map(({ data }) => data && <Balance key={data.currency} of={data} />)}
    </div>
  )
}

function Balance({ of: { currency, bank, ledger, difference, waiting, ignored } }: { of: Reconciliation }) {
  const lines = ({ count, amount }: Reconciliation["waiting"]) => (count === 0 ? t`None` : `${whole(count)}, ${money(amount, currency)}`)
  return (
    <Card aria-label={t`Balances in ${currency}`}>
      <dl className="grid grid-cols-2 gap-x-6 gap-y-3 px-5 py-3 text-sm sm:grid-cols-3 lg:grid-cols-5">
        <Figure label={t`Bank, ${currency}`} value={bank === null ? t`Not known` : money(bank, currency)} />
        <Figure label={t`Books`} value={money(ledger, currency)} />
        <Figure
          label={t`Difference`}
          value={difference === null ? "–" : money(difference, currency)}
          {...(difference !== null && { tone: difference === 0 ? "text-good" : "text-warn" })}
        />
        <Figure label={t`Unmatched lines`} value={lines(waiting)} />
        <Figure label={t`Not ours`} value={lines(ignored)} />
      </dl>
    </Card>
  )
}

const Figure = ({ label, value, tone }: { label: string; value: string; tone?: string }) => (
  <div className="min-w-0">
    <dt className="text-xs text-fg-3">{label}</dt>
    <dd className={cn("num font-medium wrap-anywhere", tone)}>{value}</dd>
  </div>
)
