import type { LucideIcon } from "lucide-react"
import { cn } from "./cn.ts"

type Option<T extends string> = { id: T; label: string; icon?: LucideIcon }
type Props<T extends string> = { label: string; value: T; onChange(value: T): void; options: readonly Option<T>[] }

/** A few views of the same data. With an icon the label is for screen readers only. */
export function Segment<T extends string>({ label, value, onChange, options }: Props<T>) {
  return (
    <div role="group" aria-label={label} className="flex shrink-0 rounded-lg bg-sunken p-0.5 shadow-line">
      {options.map(({ id, label: text, icon: Icon }) => (
        <button
          key={id}
          type="button"
          aria-pressed={id === value}
          title={Icon ? text : undefined}
          onClick={() => onChange(id)}
          className={cn(
            "flex h-6 min-w-7 items-center justify-center gap-1.5 rounded-md px-1.5 text-xs",
            id === value ? "bg-surface font-medium text-fg shadow-button dark:bg-raised" : "text-fg-3 hover:text-fg",
          )}
        >
          {Icon && <Icon className="size-3.5" aria-hidden />}
          <span className={Icon && "sr-only"}>{text}</span>
        </button>
      ))}
    </div>
  )
}
