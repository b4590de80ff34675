import { Reference } from "../../dashboard/reference.tsx"
import { money } from "../../lib/money.ts"
import { percent } from "../../lib/percent.ts"
import { rich } from "../../lib/rich.ts"
import { small, t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { cn } from "../../ui/cn.ts"
import { ScrollRegion } from "../../ui/scroll-region.tsx"
import { type Payment, useSplits } from "./data.ts"

type Split = NonNullable<ReturnType<typeof useSplits>["data"]>[number]

const inactive = ["canceled", "rejected"]
/** In characters. With a longer amount the line and its share do not fit on a phone, so the table scrolls. */
const maxPhoneAmount = 14

/** The lines and their shares in one table, because a share belongs to a line. */
export function Lines({ row }: { row: Payment }) {
  const splits = (useSplits(row._id).data ?? []).filter(({ status }) => !inactive.includes(status))
  const full = (amount: number) => money(amount, row.currency)
  const hasShares = splits.length > 0
  const longest = Math.max(...[row, ...row.items].map(({ amount }) => full(amount).length))
  // A split belongs to a partner, not to a line: it is shown at the first line of that partner. All other splits are below.
  const partners = row.items.map(({ supplier }) => supplier)
  const apart = splits.filter(({ partnership }) => !partners.includes(partnership))
  return (
    <Card aria-label={t`Lines`}>
      <CardHead
        title={hasShares ? t`Lines and splits` : t`Lines`}
        hint={hasShares ? t`Shares were fixed when this was sold; they grow as money arrives.` : undefined}
      />
      <ScrollRegion label={t`Lines of the payment`}>
        <table
          className={cn("w-full text-sm", hasShares && "max-sm:table-fixed", hasShares && longest > maxPhoneAmount && "max-sm:min-w-md")}
        >
          <Head hasShares={hasShares} longest={longest} />
          <tbody>
            {row.items.map((item, index) => {
              const isFirst = item.supplier !== undefined && partners.indexOf(item.supplier) === index
              const split = isFirst ? splits.find(({ partnership }) => partnership === item.supplier) : undefined
              return (
                <tr key={index} className="border-b border-line align-top">
                  <td className={cn("max-w-72 py-2.5 ps-5", !hasShares && "pe-3")}>
                    <span className="block font-medium wrap-anywhere sm:min-w-32">{item.name}</span>
                    {item.description && <span className="block text-xs wrap-anywhere text-fg-3">{item.description}</span>}
                    {item.tax && <span className="block text-xs text-fg-3">{taxed(item.tax)}</span>}
                  </td>
                  {hasShares && <Share split={split} supplier={item.supplier} full={full} />}
                  <td className="num py-2.5 pe-5 text-end font-medium whitespace-nowrap">{full(item.amount)}</td>
                </tr>
              )
            })}
            {apart.map(split => (
              <tr key={split._id} className="border-b border-line align-top">
                <td className="py-2.5 ps-5 text-fg-3">{t`Of the whole payment`}</td>
                <Share split={split} supplier={split.partnership} full={full} />
                <td className="pe-5" />
              </tr>
            ))}
          </tbody>
          <Foot row={row} splits={splits} full={full} />
        </table>
      </ScrollRegion>
    </Card>
  )
}

/** `longest`: the length of the longest amount. Amounts are never cut off on a phone. */
const Head = ({ hasShares, longest }: { hasShares: boolean; longest: number }) => (
  <thead>
    <tr className="border-y border-line text-start text-xs text-fg-3">
      <th scope="col" className="h-9 ps-5 font-medium">
        {t`Line`}
      </th>
      {hasShares && (
        <>
          <th scope="col" className="h-9 px-3 font-medium max-sm:w-[34%]">
            {t`Share`}
          </th>
          <th scope="col" className="h-9 px-3 text-end font-medium max-sm:hidden">
            {t`Earned`}
          </th>
        </>
      )}
      <th scope="col" className="h-9 pe-5 text-end font-medium" style={{ width: `${1.5 + longest * 0.45}rem` }}>
        {t`Amount`}
      </th>
    </tr>
  </thead>
)

/** "19% tax", and its code where it has one. */
const taxed = ({ rate, code }: { rate: string; code: string }) => `${t`${percent(Number(rate) / 100)} tax`}${code && ` (${code})`}`

/** The amount that stays with the business, now and once all is paid. */
function Foot({ row, splits, full }: { row: Payment; splits: readonly Split[]; full(amount: number): string }) {
  const shared = splits.reduce((sum, { amount }) => sum + amount, 0)
  const accrued = splits.reduce((sum, split) => sum + split.accrued - split.reversed, 0)
  const collected = row.paid - row.refunded - row.disputed
  const hasShares = splits.length > 0
  return (
    <tfoot>
      <tr>
        <th scope="row" className="h-11 ps-5 text-start font-normal text-fg-3" colSpan={hasShares ? 2 : 1}>
          {hasShares
            ? rich`Yours before fees: ${<b className="num font-medium text-fg">{full(row.amount - shared)}</b>},
              ${<span className="num">{full(collected - accrued)}</span>} so far`
            : t`Total`}
        </th>
        {hasShares && <td className="num px-3 text-end font-medium max-sm:hidden">{full(accrued)}</td>}
        <td className="num h-11 pe-5 text-end font-semibold whitespace-nowrap">{full(row.amount)}</td>
      </tr>
      {row.taxes?.map(tax => (
        <tr key={`${tax.rate} ${tax.code}`} className="text-fg-3">
          <th scope="row" className="pb-2 ps-5 text-start font-normal" colSpan={hasShares ? 2 : 1}>
            {t`Includes ${taxed(tax)}, net ${full(tax.net)}`}
          </th>
          {hasShares && <td className="max-sm:hidden" />}
          <td className="num pe-5 pb-2 text-end whitespace-nowrap">{full(tax.amount)}</td>
        </tr>
      ))}
    </tfoot>
  )
}

function Share({ split, supplier, full }: { split: Split | undefined; supplier: string | undefined; full(amount: number): string }) {
  if (!split)
    return (
      <>
        <td className="px-3 py-2.5 text-fg-3">{supplier === undefined ? t`Yours` : t`Shared above`}</td>
        <td className="max-sm:hidden" />
      </>
    )
  const terms = split.terms.type === "percentage" ? percent(split.terms.basisPoints / 10_000) : t`a fixed amount`
  return (
    <>
      <td className="max-w-64 px-3 py-2.5">
        <span className="block wrap-anywhere sm:truncate">
          <Reference to="partnerships" id={split.partnership} />
        </span>
        <span className="block text-xs text-fg-3">
          {terms}, {split.payout ? <Reference to="payouts" id={split.payout} /> : small(say(split.status))}
        </span>
      </td>
      <td className="num px-3 py-2.5 text-end whitespace-nowrap max-sm:hidden">
        {full(split.accrued - split.reversed)}
        <span className="block text-xs text-fg-3">{t`out of ${full(split.amount)}`}</span>
      </td>
    </>
  )
}
