import { useQuery } from "@tanstack/react-query"
import { call, type Output } from "../../client.ts"
import { AsOfBanner, AsOfButton, useAsOf } from "../../dashboard/as-of.tsx"
import { about, RatesNote } from "../analytics/converted.tsx"
import { moneyBesideCode } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { ScrollRegion } from "../../ui/scroll-region.tsx"

type Stats = Output<"GET /v1/analytics/balances">
type Balance = Stats["byCurrency"][string]

const meanings: [key: keyof Balance, label: string][] = [
  ["available", t`Available`],
  ["pending", t`Pending`],
  ["reserved", t`Reserved`],
  ["payable", t`Payable to partners`],
  ["owing", t`Receivable from partners`],
  ["receivable", t`Receivable from payers`],
]

type Row = Balance & { currency: string }
type Figures = { rows: Row[]; converted?: Stats["converted"] }

/** Past balances are not converted, because the service has the rates of today only. */
async function readBalances(asOf: string): Promise<Figures> {
  if (asOf !== "") return { rows: (await call("GET /v1/balances", { limit: 100, asOf })).data }
  const { byCurrency, converted } = await call("GET /v1/analytics/balances", {})
  return { rows: Object.entries(byCurrency).map(([currency, figures]) => ({ currency, ...figures })), converted }
}

/** One row for each currency. */
export function Balances() {
  const asOf = useAsOf() ?? ""
  const balances = useQuery({ queryKey: ["balances", asOf], queryFn: () => readBalances(asOf) })
  const figures = balances.data
  return (
    <Card aria-label={t`Balances`}>
      <CardHead title={t`Balances`} hint={t`From the ledger, by currency`}>
        {asOf === "" && <AsOfButton />}
      </CardHead>
      {asOf !== "" && (
        <div className="px-5 pb-4">
          <AsOfBanner asOf={asOf} what={t`Balances as they were`} />
        </div>
      )}
      <CardFailure query={balances} />
      {balances.isPending && <Skeleton className="mx-5 mb-5 h-16" />}
      {figures?.rows.length === 0 && <p className="border-t border-line px-5 py-6 text-center text-fg-3">{t`No money has moved yet.`}</p>}
      {figures && figures.rows.length > 0 && <BalancesByCurrency {...figures} />}
    </Card>
  )
}

const BalancesByCurrency = ({ rows, converted }: Figures) => (
  <>
    {rows.map(row => (
      <PhoneBalance
        key={row.currency}
        title={row.currency}
        label={t`Balances in ${row.currency}`}
        row={row}
        format={amount => moneyBesideCode(amount, row.currency)}
      />
    ))}
    {converted && (
      <PhoneBalance
        title={t`All in ${converted.currency}`}
        label={t`Balances, all in ${converted.currency}`}
        row={converted.totals}
        format={amount => about(amount, converted.currency)}
      />
    )}
    <BalanceTable rows={rows} converted={converted} />
    {converted && (
      <div className="border-t border-line px-5 py-3">
        <RatesNote converted={converted} />
      </div>
    )}
  </>
)

function BalanceTable({ rows, converted }: Figures) {
  const shown = meanings.filter(([key]) => key !== "owing" || rows.some(row => row.owing !== 0)) // most businesses never have any
  return (
    <ScrollRegion label={t`Balances by currency`} className="border-t border-line max-sm:hidden">
      <table className="w-full text-sm">
        <thead>
          <tr className="border-b border-line text-xs text-fg-3">
            <th scope="col" className="h-9 px-5 text-start font-medium">
              {t`Currency`}
            </th>
            {shown.map(([key, label]) => (
              <th key={key} scope="col" className="h-9 px-3 text-end font-medium whitespace-nowrap last:pe-5">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(row => (
            <tr key={row.currency} className="border-b border-line last:border-0 hover:bg-hover">
              <th scope="row" className="h-10 px-5 text-start font-medium">
                {row.currency}
              </th>
              {shown.map(([key]) => (
                <td key={key} className={`num px-3 text-end whitespace-nowrap last:pe-5 ${row[key] === 0 ? "text-fg-3" : ""}`}>
                  {moneyBesideCode(row[key], row.currency)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {converted && (
          <tfoot>
            <tr className="border-t border-line font-medium">
              <th scope="row" className="h-10 px-5 text-start whitespace-nowrap">
                {t`All in ${converted.currency}`}
              </th>
              {shown.map(([key]) => (
                <td key={key} className="num px-3 text-end whitespace-nowrap last:pe-5">
                  {about(converted.totals[key], converted.currency)}
                </td>
              ))}
            </tr>
          </tfoot>
        )}
      </table>
    </ScrollRegion>
  )
}

type PhoneProps = { title: string; label: string; row: Balance; format(amount: number): string }

/** On a phone: one below the other, because six columns do not fit, and without zeros. */
const PhoneBalance = ({ title, label, row, format }: PhoneProps) => (
  <section aria-label={label} className="border-t border-line px-5 py-3 sm:hidden">
    <h3 className="text-xs font-medium text-fg-3">{title}</h3>
    <dl className="text-sm">
      {meanings
        .filter(([key]) => key === "available" || row[key] !== 0)
        .map(([key, label]) => (
          <div key={key} className="flex min-h-7 items-center justify-between gap-3">
            <dt className="text-fg-2">{label}</dt>
            <dd className="num">{format(row[key])}</dd>
          </div>
        ))}
    </dl>
  </section>
)
