import { t, whole } from "../lib/translate.ts"
import { ScrollRegion } from "../ui/scroll-region.tsx"
import { Money } from "../ui/value.tsx"

type Line = { description: string; quantity: number; unitAmount: number; amount: number }

/** The lines of an invoice and their sum. */
export function InvoiceLines({ lines, currency, total }: { lines: readonly Line[]; currency: string; total: number }) {
  return (
    <ScrollRegion label={t`Lines`}>
      <table className="w-full border-collapse text-start text-sm">
        <thead>
          <tr className="border-y border-line text-xs text-fg-3">
            <th scope="col" className="h-8 px-5 font-medium">
              {t`Description`}
            </th>
            <th scope="col" className="px-3 text-end font-medium">
              {t`Used`}
            </th>
            <th scope="col" className="px-3 text-end font-medium max-sm:hidden">
              {t`Each`}
            </th>
            <th scope="col" className="px-5 text-end font-medium">
              {t`Amount`}
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ description, quantity, unitAmount, amount }) => (
            <tr key={description} className="border-b border-line">
              <td className="h-10 px-5">{description}</td>
              <td className="num px-3 text-end">{whole(quantity)}</td>
              <td className="px-3 text-end max-sm:hidden">
                <Money amount={unitAmount} currency={currency} />
              </td>
              <td className="px-5 text-end">
                <Money amount={amount} currency={currency} />
              </td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2} className="h-10 px-5 text-start font-medium">
              {t`Total`}
            </th>
            <td className="max-sm:hidden" />
            <td className="px-5 text-end font-semibold">
              <Money amount={total} currency={currency} />
            </td>
          </tr>
        </tfoot>
      </table>
    </ScrollRegion>
  )
}
