import { dayName, monthLabel, weekdayLabel } from "../../lib/calendar.ts"
import { t } from "../../lib/translate.ts"
import { Pop, PopTitle, useReading } from "./reading.tsx"
import { calendarCells, heat } from "./scale.ts"
import { useWidth } from "./use-width.ts"

type HeatDay = { day: string; value: number; text: string }

const gap = 3
const left = 34
const top = 20
const minCell = 11
const byWeek = { ArrowDown: 1, ArrowUp: -1, ArrowRight: 7, ArrowLeft: -7 }

/** A calendar with a column for each week. On a narrow screen the oldest weeks are left out; the table has them. */
export function HeatMap({ label, days }: { label: string; days: readonly HeatDay[] }) {
  const [ref, width] = useWidth()
  const { cells, weeks } = calendarCells(days, Math.max(6, Math.floor((width - left) / (minCell + gap))))
  const first = cells[0]?.index ?? 0
  const size = Math.min(22, Math.max(minCell, (width - left) / Math.max(1, weeks) - gap))
  const height = top + 7 * (size + gap)
  const max = Math.max(0, ...days.map(({ value }) => value))
  const textOf = (place: number) => `${dayName(days[first + place]!.day)}: ${days[first + place]!.text}`
  const { at, setAt, props } = useReading({ label, count: cells.length, textOf, steps: byWeek })
  const read = at === undefined ? undefined : days[first + at]
  const x = (column: number) => left + column * (size + gap)
  return (
    <div ref={ref} className="relative" style={{ height }}>
      {width > 0 && (
        <svg {...props} width={width} height={height} className="block rounded-lg">
          {[0, 2, 4].map(row => (
            <text key={row} x={0} y={top + (row + 0.5) * (size + gap)} dy=".2em" className="fill-fg-3 text-2xs">
              {weekdayLabel(row)}
            </text>
          ))}
          {cells.map(({ index, column }) =>
            isFirstOfMonth(days[index]!.day) && column < weeks - 1 ? (
              <text key={index} x={x(column)} y={11} className="fill-fg-3 text-2xs">
                {monthLabel(days[index]!.day.slice(0, 7))}
              </text>
            ) : null,
          )}
          {cells.map(({ index, column, row }, place) => (
            <rect
              key={index}
              x={x(column)}
              y={top + row * (size + gap)}
              width={size}
              height={size}
              rx={2.5}
              fill={heat(days[index]!.value, max)}
              stroke={at === place ? "var(--c-fg)" : "none"}
              strokeWidth={1.5}
              onPointerEnter={() => setAt(place)}
            />
          ))}
        </svg>
      )}
      {read && (
        <Pop x={x(cells[at!]!.column)} width={width}>
          <PopTitle>{dayName(read.day)}</PopTitle>
          <span className="num text-fg-2">{read.text}</span>
        </Pop>
      )}
    </div>
  )
}

const isFirstOfMonth = (day: string) => day.endsWith("-01")

/** The legend of the colours. */
export const HeatLegend = () => (
  <span className="ms-auto flex items-center gap-1">
    {t`Less`}
    {[0, 1, 10, 30, 60, 100].map(value => (
      <i key={value} aria-hidden className="size-2.5 rounded-[2.5px]" style={{ background: heat(value, 100) }} />
    ))}
    {t`More`}
  </span>
)
