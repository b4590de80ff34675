import { whole } from "../lib/translate.ts"
import { cn } from "./cn.ts"

type Tab<T extends string> = { id: T; label: string; count?: number | undefined }
type Props<T extends string> = { label: string; value: T; onChange(value: T): void; tabs: readonly Tab<T>[] }

const active = "font-medium text-fg after:absolute after:inset-x-2 after:-bottom-px after:h-0.5 after:rounded-full after:bg-accent"

export function Tabs<T extends string>({ label, value, onChange, tabs }: Props<T>) {
  return (
    <div role="group" aria-label={label} className="flex overflow-x-auto border-b border-line px-2 [scrollbar-width:none]">
      {tabs.map(tab => (
        <button
          key={tab.id}
          type="button"
          aria-pressed={tab.id === value}
          onClick={() => onChange(tab.id)}
          className={cn(
            "relative flex h-11 shrink-0 items-center gap-1.5 px-2.5 text-sm whitespace-nowrap focus-visible:-outline-offset-2",
            tab.id === value ? active : "text-fg-3 hover:text-fg",
          )}
        >
          {tab.label}
          {tab.count !== undefined && <Count n={tab.count} isActive={tab.id === value} />}
        </button>
      ))}
    </div>
  )
}

const Count = ({ n, isActive }: { n: number; isActive: boolean }) => (
  <span className={cn("num rounded-md px-1.5 text-2xs", isActive ? "bg-accent-soft font-semibold text-accent" : "bg-sunken text-fg-2")}>
    {whole(n)}
  </span>
)

const keyShape =
  "inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-[5px] bg-sunken px-1 shadow-line " +
  "font-sans text-2xs font-medium text-fg-2"

export const Key = ({ children }: { children: string }) => <kbd className={keyShape}>{children}</kbd>
