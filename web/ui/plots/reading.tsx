import { type KeyboardEvent, type ReactNode, useState } from "react"
import { t } from "../../lib/translate.ts"

type Options = {
  /** What the plot shows. */
  label: string
  count: number
  /** The value at a place, in words. */
  textOf(index: number): string
  /** How many values each arrow key moves. */
  steps?: Record<string, number>
}

const sideways = { ArrowRight: 1, ArrowLeft: -1 }

/**
 * Selects a value of a plot by pointer or arrow keys. Screen readers see the plot as a slider: they pass the arrow keys on and speak each
 * value, so a live region would only repeat it.
 */
export function useReading({ label, count, textOf, steps = sideways }: Options) {
  const [at, setAt] = useState<number | undefined>(undefined)
  const last = Math.max(0, count - 1)
  const current = Math.min(at ?? last, last)
  const targetOf = (key: string): number | undefined => {
    if (key === "Home") return 0
    if (key === "End") return last
    const step = steps[key]
    return step === undefined ? undefined : Math.min(last, Math.max(0, current + step))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Escape") setAt(undefined)
    const target = targetOf(event.key)
    if (target === undefined) return
    event.preventDefault()
    setAt(target)
  }
  const props = {
    role: "slider",
    tabIndex: 0,
    "aria-roledescription": t`plot, read by arrow keys`,
    "aria-label": label,
    "aria-valuemin": 0,
    "aria-valuemax": last,
    "aria-valuenow": current,
    "aria-valuetext": count === 0 ? t`nothing` : textOf(current),
    onKeyDown,
    onFocus: () => setAt(now => now ?? last),
    onBlur: () => setAt(undefined),
    onPointerLeave: () => setAt(undefined),
  } as const
  return { at: at === undefined || count === 0 ? undefined : current, setAt, props }
}

const popWidth = 184

/** The selected value, shown beside its place in the plot. */
export function Pop({ x, width, children }: { x: number; width: number; children: ReactNode }) {
  const left = Math.min(Math.max(x - popWidth / 2, 0), Math.max(0, width - popWidth))
  return (
    <div
      aria-hidden
      className="pointer-events-none absolute top-0 z-10 w-46 rounded-lg bg-raised p-2.5 text-xs shadow-pop"
      style={{ transform: `translateX(${left}px)` }}
    >
      {children}
    </div>
  )
}

export const PopTitle = ({ children }: { children: ReactNode }) => <div className="mb-1 font-medium">{children}</div>

export const PopRow = ({ color, name, value }: { color?: string; name: string; value: string }) => (
  <div className="flex items-center gap-2">
    {color && <i className="size-2 shrink-0 rounded-[3px]" style={{ background: color }} />}
    <span className="text-fg-3">{name}</span>
    <b className="num ms-auto font-medium">{value}</b>
  </div>
)
