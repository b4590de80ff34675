import type { Output } from "../../client.ts"
import { t } from "../../lib/translate.ts"
import { Money } from "../../ui/value.tsx"

type Booking = Output<"POST /v1/bank-statements/preview">["bookings"][number]

/** The first bookings as an import would store them. */
export function FirstBookings({ bookings, currency }: { bookings: readonly Booking[]; currency: string }) {
  if (bookings.length === 0) return null
  return (
    <div>
      <h3 className="mb-1 text-xs font-medium text-fg-2">{t`As they will be imported`}</h3>
      <ul aria-label={t`As they will be imported`} className="divide-y divide-line rounded-lg shadow-line">
        {bookings.map(({ line, bookedOn, amount, balance, name, account, text, reference }) => (
          <li key={line} className="flex items-center gap-3 px-3 py-1.5 text-sm">
            <span className="num shrink-0 text-xs text-fg-3">{bookedOn}</span>
            <span className="min-w-0 flex-1 leading-tight">
              <span className="block truncate">{name ?? (text || t`No text`)}</span>
              <span className="block truncate text-xs text-fg-3">
                {[account, name === null ? null : text, reference].filter(Boolean).join(" · ")}
              </span>
            </span>
            <span className="shrink-0 text-end leading-tight">
              <Money amount={amount} currency={currency} className="block font-medium" />
              {balance !== null && (
                <span className="block text-xs text-fg-3">
                  <Money amount={balance} currency={currency} />
                </span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
