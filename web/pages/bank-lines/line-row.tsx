import { t } from "../../lib/translate.ts"
import { cn } from "../../ui/cn.ts"
import { Status } from "../../ui/status.tsx"
import { Money } from "../../ui/value.tsx"
import type { BankLine } from "./lines.ts"

const chosen = "lg:bg-accent-soft lg:before:absolute lg:before:inset-y-0 lg:before:start-0 lg:before:w-0.5 lg:before:bg-accent"

/** Amount and day, who paid or was paid, the text as the bank sent it. */
export function LineRow({ line, isShown, onOpen }: { line: BankLine; isShown: boolean; onOpen(): void }) {
  const { amount, currency, bookedAt, counterparty, text, status } = line
  return (
    <li className="border-b border-line">
      <button
        type="button"
        aria-current={isShown}
        onClick={onOpen}
        className={cn("relative block w-full px-4 py-2.5 text-start focus-visible:-outline-offset-2", isShown ? chosen : "hover:bg-hover")}
      >
        <span className="flex items-baseline gap-2">
          <Money amount={amount} currency={currency} className="font-semibold" />
          <span className="num ms-auto text-xs text-fg-3">{dayOf(bookedAt)}</span>
        </span>
        <span className="mt-0.5 flex items-center gap-2 text-sm text-fg-2">
          <span className="min-w-0 flex-1 truncate">{counterparty.name ?? t`No name`}</span>
          {status !== "new" && <Status status={status} />}
        </span>
        <span className="block truncate text-xs text-fg-3">{text || t`No text`}</span>
      </button>
    </li>
  )
}

/** A bank books on a day, not at a time, so no zone changes it. */
export const dayOf = (at: string) => at.slice(0, 10)
