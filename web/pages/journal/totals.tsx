import type { UseQueryResult } from "@tanstack/react-query"
import { Scale, TriangleAlert } from "lucide-react"
import type { Output } from "../../client.ts"
import { listOf, t } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { Note } from "../../ui/note.tsx"
import { ScrollRegion } from "../../ui/scroll-region.tsx"
import { Money } from "../../ui/value.tsx"

type Data = Output<"GET /v1/journal/totals">
type Total = Data["accounts"][number]

const cell = "px-3 py-2 first:ps-5 last:pe-5"

/** What the period adds to each account. Debits and credits of a currency are equal. */
export function Totals({ totals }: { totals: UseQueryResult<Data> }) {
  return (
    <Card aria-label={t`Totals`}>
      <CardHead title={t`Accounts`} hint={t`What the period adds to each`} />
      <CardFailure query={totals} />
      {totals.isPending && <Skeleton className="mx-5 mb-5 h-24" />}
      {totals.data && totals.data.unmapped.length > 0 && (
        <div className="px-5 pb-3">
          <Note tone="warn" icon={TriangleAlert} title={t`Some accounts have no external account`}>
            {t`Add these to your accounts: ${listOf(totals.data.unmapped)}. Until then the month can't be closed, nor exported to DATEV and
            QuickBooks.`}
          </Note>
        </div>
      )}
      {totals.data?.accounts.length === 0 && (
        <Empty icon={Scale} title={t`Nothing was booked`}>
          {t`Payments, refunds, shares, payouts and fees of this period appear here as soon as money moves.`}
        </Empty>
      )}
      {totals.data && totals.data.accounts.length > 0 && <Table rows={totals.data.accounts} />}
    </Card>
  )
}

const Table = ({ rows }: { rows: readonly Total[] }) => (
  <ScrollRegion label={t`Totals of the accounts`}>
    <table className="w-full text-sm">
      <thead className="border-y border-line text-start text-xs text-fg-3">
        <tr>
          <th className={`${cell} font-medium`}>{t`Account`}</th>
          <th className={`${cell} font-medium max-sm:hidden`}>{t`Of the ledger`}</th>
          <th className={`${cell} text-end font-medium`}>{t`Debit`}</th>
          <th className={`${cell} text-end font-medium`}>{t`Credit`}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={`${row.currency} ${row.account} ${row.externalAccount}`} className="border-b border-line last:border-0">
            <td className={cell}>
              <span className="num font-medium">{row.externalAccount ?? t`Not mapped`}</span>
              <span className="block text-xs text-fg-3">{row.name}</span>
            </td>
            <td className={`${cell} font-mono text-xs text-fg-2 max-sm:hidden`}>{row.account}</td>
            <td className={`${cell} text-end`}>{row.debit > 0 && <Money amount={row.debit} currency={row.currency} />}</td>
            <td className={`${cell} text-end`}>{row.credit > 0 && <Money amount={row.credit} currency={row.currency} />}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </ScrollRegion>
)
