import { useEffect, useRef } from "react"
import { t } from "../lib/translate.ts"
import { cn } from "./cn.ts"

/** The list below a field. */
export const popup = "absolute inset-x-0 top-full z-10 mt-1 max-h-56 overflow-y-auto rounded-xl bg-raised p-1 text-sm shadow-pop"

type Option = { key: string; sign?: string; name: string; detail: string }
type Props = { id: string; options: readonly Option[]; at: number; onAt(at: number): void; onChoose(at: number): void }

/** What a combobox offers: its field keeps the focus, and `at` is the option that Enter chooses. */
export function Options({ id, options, at, onAt, onChoose }: Props) {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.scrollIntoView({ block: "nearest" })
    list.current?.querySelector("[aria-selected=true]")?.scrollIntoView({ block: "nearest" })
  }, [at])
  return (
    <div
      ref={list}
      id={`${id}-list`}
      role="listbox"
      aria-label={t`Choices`}
      className={popup}
      onMouseDown={event => event.preventDefault()}
    >
      {options.map(({ key, sign, name, detail }, index) => (
        <div
          key={key}
          id={`${id}-${index}`}
          role="option"
          aria-selected={index === at}
          onMouseMove={() => onAt(index)}
          onClick={() => onChoose(index)}
          className={cn(
            "flex cursor-pointer gap-x-2 rounded-lg px-2 py-1.5",
            sign === undefined && "flex-wrap",
            index === at && "bg-hover dark:bg-line",
          )}
        >
          {sign !== undefined && (
            <span aria-hidden className="w-9 shrink-0 truncate text-fg-2">
              {sign}
            </span>
          )}
          <span className={cn("min-w-0 flex-1 truncate", sign === undefined && "basis-28")}>{name}</span>{" "}
          <span className="max-w-full truncate text-fg-3">{detail}</span>
        </div>
      ))}
    </div>
  )
}

/** What a field tells a screen reader about its options. */
export const comboboxOf = (id: string, count: number, at: number) =>
  ({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": count > 0,
    "aria-controls": count > 0 ? `${id}-list` : undefined,
    "aria-activedescendant": at >= 0 && at < count ? `${id}-${at}` : undefined,
    autoComplete: "off",
  }) as const
