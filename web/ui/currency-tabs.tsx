import { t } from "../lib/translate.ts"
import { cn } from "./cn.ts"

type Props = { tabs: readonly { id: string; text?: string }[]; value: string; onChange(currency: string): void }

/** One tab for each currency, with an amount under its code if there is one. */
export const CurrencyTabs = ({ tabs, value, onChange }: Props) => (
  <div role="group" aria-label={t`Currency`} className="flex overflow-x-auto border-b border-line px-2 [scrollbar-width:none]">
    {tabs.map(({ id, text }) => (
      <button
        key={id}
        type="button"
        aria-pressed={id === value}
        onClick={() => onChange(id)}
        className={cn(
          "relative shrink-0 px-3.5 py-2 text-start focus-visible:-outline-offset-2",
          id === value
            ? "text-fg after:absolute after:inset-x-3 after:bottom-0 after:h-0.5 after:rounded-full after:bg-accent"
            : "text-fg-3 hover:text-fg",
        )}
      >
        <span className="block text-xs font-medium">{id}</span>
        {text !== undefined && <span className="num block text-xs">{text}</span>}
      </button>
    ))}
  </div>
)
