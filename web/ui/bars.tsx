import { useId, useState } from "react"

export type Bar = { label: string; value: number; isPale?: boolean }
type Props = { title: string; bars: readonly Bar[]; format(value: number): string }

const height = 160
const gap = 0.25

/** Bars that read by arrow keys: the value of the chosen one stands above, and a screen reader hears it. */
export function Bars({ title, bars, format }: Props) {
  const id = useId()
  const [at, setAt] = useState(
    Math.max(
      0,
      bars.findLastIndex(({ value }) => value > 0),
    ),
  )
  const max = Math.max(1, ...bars.map(({ value }) => value))
  const chosen = bars[Math.min(at, bars.length - 1)]
  if (!chosen) return null
  const move = (step: number) => setAt(Math.min(bars.length - 1, Math.max(0, at + step)))
  return (
    <figure className="px-5 pb-4" aria-labelledby={id}>
      <figcaption id={id} className="mb-2 flex items-baseline gap-2 text-xs text-fg-3">
        <span className="sr-only">{title}: </span>
        {chosen.label} <b className="num font-semibold text-fg">{format(chosen.value)}</b>
      </figcaption>
      <svg
        viewBox={`0 0 ${bars.length} ${height}`}
        preserveAspectRatio="none"
        className="h-40 w-full rounded-md"
        tabIndex={0}
        role="slider"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={bars.length - 1}
        aria-valuenow={at}
        aria-valuetext={`${chosen.label}: ${format(chosen.value)}`}
        onKeyDown={event => {
          if (event.key === "ArrowRight") move(1)
          if (event.key === "ArrowLeft") move(-1)
        }}
      >
        {bars.map((bar, index) => {
          const size = Math.max(bar.value === 0 ? 0 : 2, (bar.value / max) * (height - 4))
          return (
            <g key={bar.label} onMouseMove={() => setAt(index)}>
              <rect x={index} y={0} width={1} height={height} fill="transparent" />
              <rect
                x={index + gap / 2}
                y={height - size}
                width={1 - gap}
                height={size}
                fill="var(--c-plot-1)"
                opacity={index === at ? 1 : bar.isPale ? 0.35 : 0.7}
              />
            </g>
          )
        })}
      </svg>
    </figure>
  )
}
