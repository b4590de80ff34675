import { useId } from "react"
import { inSentence } from "../../lib/translate.ts"
import { AxisLabel, ValueAxis } from "./axis.tsx"
import { axisWidth } from "./bars.tsx"
import { Pop, PopRow, PopTitle, useReading } from "./reading.tsx"
import { labelEvery, type LinePoint, linePath, ticksUpTo } from "./scale.ts"
import { useWidth } from "./use-width.ts"

type Props = {
  label: string
  points: readonly LinePoint[]
  names: [now: string, before: string]
  format(value: number): string
  formatTick(value: number): string
  height?: number
}

const margin = { top: 10, right: 6, bottom: 24 }

/** A line over its area, with the previous period as a dashed line. */
export function LinePlot({ label, points, names, format, formatTick, height = 232 }: Props) {
  const [ref, width] = useWidth()
  const gradient = useId()
  const textOf = (index: number) => {
    const { name, value, before } = points[index]!
    return `${name}: ${format(value)}, ${inSentence(names[1])} ${format(before)}`
  }
  const { at, setAt, props } = useReading({ label, count: points.length, textOf })
  const ticks = ticksUpTo(Math.max(0, ...points.flatMap(({ value, before }) => [value, before])))
  const left = axisWidth(ticks.map(formatTick))
  const step = Math.max(1, width - left - margin.right) / Math.max(1, points.length - 1)
  const x = (index: number) => left + index * step
  const y = (value: number) => height - margin.bottom - (Math.max(0, value) / ticks.at(-1)!) * (height - margin.bottom - margin.top)
  const every = labelEvery(step, 64)
  const now = linePath(points.map(({ value }, index) => ({ x: x(index), y: y(value) })))
  const read = at === undefined ? undefined : points[at]
  return (
    <div ref={ref} className="relative" style={{ height }}>
      {width > 0 && points.length > 0 && (
        <svg
          {...props}
          width={width}
          height={height}
          className="block touch-pan-y overflow-visible rounded-lg"
          onPointerMove={event => {
            const place = Math.round((event.clientX - event.currentTarget.getBoundingClientRect().left - left) / step)
            setAt(Math.min(points.length - 1, Math.max(0, place)))
          }}
        >
          <defs>
            <linearGradient id={gradient} x1="0" x2="0" y1="0" y2="1">
              <stop offset="0" stopColor="var(--c-plot-1)" stopOpacity=".22" />
              <stop offset="1" stopColor="var(--c-plot-1)" stopOpacity="0" />
            </linearGradient>
          </defs>
          <ValueAxis ticks={ticks} y={y} from={left} to={width - margin.right} format={formatTick} />
          {points.map(
            ({ name, label: text }, index) =>
              index % every === 0 &&
              x(index) < width - 24 && <AxisLabel key={name} x={Math.max(left, x(index))} y={height - 6} children={text} />,
          )}
          <path d={`${now}L${x(points.length - 1)},${y(0)}L${left},${y(0)}Z`} fill={`url(#${gradient})`} />
          <path
            d={linePath(points.map(({ before }, index) => ({ x: x(index), y: y(before) })))}
            fill="none"
            stroke="var(--c-plot-2)"
            strokeWidth={1.5}
            strokeDasharray="4 4"
          />
          <path d={now} fill="none" stroke="var(--c-plot-1)" strokeWidth={2} strokeLinejoin="round" />
          {read && <Cross x={x(at!)} top={margin.top} bottom={height - margin.bottom} now={y(read.value)} before={y(read.before)} />}
        </svg>
      )}
      {read && (
        <Pop x={x(at!)} width={width}>
          <PopTitle>{read.name}</PopTitle>
          <PopRow color="var(--c-plot-1)" name={names[0]} value={format(read.value)} />
          <PopRow color="var(--c-plot-2)" name={names[1]} value={format(read.before)} />
        </Pop>
      )}
    </div>
  )
}

const Cross = ({ x, top, bottom, now, before }: { x: number; top: number; bottom: number; now: number; before: number }) => (
  <g>
    <line x1={x} x2={x} y1={top} y2={bottom} stroke="var(--c-line-strong)" />
    <circle cx={x} cy={before} r={3} fill="var(--c-surface)" stroke="var(--c-plot-2)" strokeWidth={1.5} />
    <circle cx={x} cy={now} r={4} fill="var(--c-plot-1)" stroke="var(--c-surface)" strokeWidth={2} />
  </g>
)
