import { amountText, money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { AmountInput } from "../../ui/amount-input.tsx"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"
import type { RefundLine } from "./amounts.ts"

type Props = {
  lines: readonly RefundLine[]
  /** The refundable amount of the charge, less the typed amounts. */
  left: number
  currency: string
  typed: readonly string[]
  onChange(typed: string[]): void
}

/** An amount for each line; discounts are not refunded. */
export function LineFields({ lines, left, currency, typed, onChange }: Props) {
  const change = (at: number, text: string) => onChange(lines.map((_, index) => (index === at ? text : (typed[index] ?? ""))))
  return lines.map((line, index) => {
    const most = Math.max(0, Math.min(line.left, left + line.amount))
    const id = `refund-line-${index}`
    return (
      <div key={index} className="border-b border-line px-3.5 py-2.5">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <label htmlFor={id} className="min-w-0 flex-1 basis-44 text-sm">
            <span className={cn("block font-medium break-words", line.sold <= 0 && "text-fg-3")}>{line.name}</span>
            <span className="num block text-xs text-fg-3">{hintOf(line, currency)}</span>
          </label>
          {line.sold > 0 && (
            <span className="flex items-center gap-1.5">
              <Button size="sm" variant="ghost" disabled={most === 0} onClick={() => change(index, amountText(most, currency))}>
                {t`Full amount`}
              </Button>
              <AmountInput
                id={id}
                currency={currency}
                disabled={line.left === 0}
                value={typed[index] ?? ""}
                aria-invalid={line.error !== undefined}
                aria-describedby={`${id}-error`}
                onChange={text => change(index, text)}
                className={cn(control, "num w-28 text-end sm:w-28")}
              />
              <span className="w-8 text-xs text-fg-3">{currency}</span>
            </span>
          )}
        </div>
        <p id={`${id}-error`} role="alert" className="mt-1 text-end text-xs text-bad empty:hidden">
          {line.error}
        </p>
      </div>
    )
  })
}

function hintOf({ sold, left }: RefundLine, currency: string): string {
  if (sold <= 0) return t`Discounts are not refunded`
  if (left === sold) return t`${money(sold, currency)} on this line`
  return t`${money(left, currency)} left of ${money(sold, currency)}; the rest is already refunded or requested`
}
