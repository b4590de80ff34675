import type { UseQueryResult } from "@tanstack/react-query"
import { Scale, TriangleAlert } from "lucide-react"
import type { Output } from "../../client.ts"
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
    <Card aria-label="Totals">
      <CardHead title="Accounts" hint="What the period adds to each" />
      <CardFailure query={totals} />
      {totals.isPending && <Skeleton className="mx-5 mb-5 h-24" />}
      {totals.data && totals.data.unmapped.length > 0 && (
        <div className="px-5 pb-3">
          <Note tone="warn" icon={TriangleAlert} title="Some accounts have no external account">
            {totals.data.unmapped.join(", ")}: add them to your accounts. Until then the month can't be closed, nor exported to DATEV and
            QuickBooks.
          </Note>
        </div>
      )}
      {totals.data?.accounts.length === 0 && (
        <Empty icon={Scale} title="Nothing was booked">
          Payments, refunds, shares, payouts and fees of this period appear here as soon as money moves.
        </Empty>
      )}
      {totals.data && totals.data.accounts.length > 0 && <Table rows={totals.data.accounts} />}
    </Card>
  )
}

const Table = ({ rows }: { rows: readonly Total[] }) => (
  <ScrollRegion label="Totals of the accounts">
    <table className="w-full text-sm">
      <thead className="border-y border-line text-start text-xs text-fg-3">
        <tr>
          <th className={`${cell} font-medium`}>Account</th>
          <th className={`${cell} font-medium max-sm:hidden`}>Of the ledger</th>
          <th className={`${cell} text-end font-medium`}>Debit</th>
          <th className={`${cell} text-end font-medium`}>Credit</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(row => (
          <tr key={`${row.currency} ${row.account} ${row.externalAccount}`} className="border-b border-line last:border-0">
            <td className={cell}>
              <span className="num font-medium">{row.externalAccount ?? "Not mapped"}</span>
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
