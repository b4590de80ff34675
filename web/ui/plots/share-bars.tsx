import type { ReactNode } from "react"
import { locale } from "../../lib/language.ts"
import { colors, type Shade } from "./colors.ts"

type ShareRow = {
  id: string
  label: ReactNode
  /** A small text beside the label, such as a count. */
  note?: string
  value: number
  text: string
  shade?: Shade
  /** The length of a paler bar behind it: the whole that the value is a part of. */
  whole?: number
}

/** A list with a bar for each row, and its value in words. */
export function ShareBars({ rows, isWide }: { rows: readonly ShareRow[]; isWide?: boolean }) {
  const max = Math.max(0, ...rows.map(({ value, whole }) => Math.max(value, whole ?? 0)))
  const percent = (value: number) => `${max === 0 ? 0 : (Math.max(0, value) / max) * 100}%`
  return (
    <ul className={isWide ? "grid gap-x-10 gap-y-3 pt-1 md:grid-cols-2" : "space-y-3 pt-1"}>
      {rows.map(row => (
        <li key={row.id} className="min-w-0">
          <div className="flex items-baseline gap-2 text-sm">
            <span className={row.shade === "bad" ? "min-w-0 truncate font-medium text-bad" : "min-w-0 truncate text-fg-2"}>
              {row.label}
            </span>
            {row.note && <span className="num shrink-0 text-xs text-fg-3">{row.note}</span>}
            <span className="num ms-auto shrink-0 font-medium">{row.text}</span>
          </div>
          <div aria-hidden className="relative mt-1 h-1.5 overflow-hidden rounded-full bg-sunken">
            {row.whole !== undefined && (
              <div className="absolute inset-y-0 start-0 rounded-full" style={{ width: percent(row.whole), background: colors.pale }} />
            )}
            <div
              className="absolute inset-y-0 start-0 rounded-full"
              style={{ width: percent(row.value), background: colors[row.shade ?? "strong"] }}
            />
          </div>
        </li>
      ))}
    </ul>
  )
}

const oneDecimal = new Intl.NumberFormat(locale, { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 })

type SharePart = { name: string; value: number; text: string; shade: Shade }

/** One bar divided into parts, with a description of each part below. */
export function PartsOfWhole({ parts }: { parts: readonly SharePart[] }) {
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const percentOf = (value: number) => (total === 0 ? 0 : (value / total) * 100)
  return (
    <div>
      <div aria-hidden className="flex h-3 gap-0.5 overflow-hidden rounded-full bg-sunken">
        {parts.map(({ name, value, shade }) => (
          <div key={name} style={{ width: `${percentOf(value)}%`, background: colors[shade] }} />
        ))}
      </div>
      <ul className="mt-3 flex flex-wrap gap-x-8 gap-y-3">
        {parts.map(({ name, value, text, shade }) => (
          <li key={name}>
            <span className="flex items-center gap-1.5 text-xs text-fg-3">
              <i aria-hidden className="size-2 rounded-[3px]" style={{ background: colors[shade] }} />
              {name}
            </span>
            <span className="num block text-base font-semibold">{text}</span>
            <span className="num text-xs text-fg-3">{oneDecimal.format(percentOf(value) / 100)}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}
