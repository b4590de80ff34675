import { AxisLabel, ValueAxis } from "./axis.tsx"
import { colors, type Shade } from "./colors.ts"
import { Pop, PopRow, PopTitle, useReading } from "./reading.tsx"
import { bandsBetween, barPath, labelEvery, ticksUpTo } from "./scale.ts"
import { useWidth } from "./use-width.ts"

type Series = { name: string; shade: Shade }
/** One step: a short label under it, its full name, and a value for each series. */
type Bar = { label: string; name: string; values: readonly number[]; isPale?: boolean }

type Props = {
  label: string
  bars: readonly Bar[]
  series: readonly Series[]
  format(value: number): string
  formatTick(value: number): string
  /** One on top of the other instead of side by side. */
  isStacked?: boolean
  /** Labelled lines across the plot: at 3.5 the line is in the middle of the fourth bar. */
  marks?: readonly { at: number; text: string }[]
  height?: number
}

const right = 2
const bottom = 24

/** Bars with an axis: side by side, stacked, or a histogram. */
export function Bars({ label, bars, series, format, formatTick, isStacked = false, marks = [], height = 224 }: Props) {
  const [ref, width] = useWidth()
  const textOf = (index: number) => {
    const { name, values } = bars[index]!
    return `${name}: ${series.map((each, place) => `${each.name} ${format(values[place] ?? 0)}`).join(", ")}`
  }
  const { at, setAt, props } = useReading({ label, count: bars.length, textOf })
  const top = marks.length > 0 ? 26 : 8
  const totals = bars.map(({ values }) => (isStacked ? values.reduce((sum, value) => sum + value, 0) : Math.max(...values, 0)))
  const ticks = ticksUpTo(Math.max(...totals, 0))
  const left = axisWidth(ticks.map(formatTick))
  const y = (value: number) => height - bottom - (value / ticks.at(-1)!) * (height - bottom - top)
  const bands = bandsBetween(bars.length, left, width - right, !isStacked && series.length > 1 ? 0.3 : 0.18)
  const every = labelEvery(bands.step, 8 + 6 * Math.max(...bars.map(bar => bar.label.length), 1))
  const middle = (index: number) => bands.start(index) + bands.width / 2
  const read = at === undefined ? undefined : bars[at]
  return (
    <div ref={ref} className="relative" style={{ height }}>
      {width > 0 && (
        <svg
          {...props}
          width={width}
          height={height}
          className="block touch-pan-y rounded-lg"
          onPointerMove={event => {
            const index = Math.floor((event.clientX - event.currentTarget.getBoundingClientRect().left - left) / bands.step)
            setAt(index >= 0 && index < bars.length ? index : undefined)
          }}
        >
          <ValueAxis ticks={ticks} y={y} from={left} to={width - right} format={formatTick} />
          {at !== undefined && (
            <rect
              x={bands.start(at) - 3}
              y={top}
              width={bands.width + 6}
              height={height - bottom - top}
              rx={6}
              fill="var(--c-hover)"
              opacity={0.8}
            />
          )}
          {bars.map((bar, index) => (
            <Steps key={bar.name} bar={bar} series={series} isStacked={isStacked} x={bands.start(index)} width={bands.width} y={y} />
          ))}
          {bars.map(
            (bar, index) => index % every === 0 && <AxisLabel key={bar.name} x={middle(index)} y={height - 7} children={bar.label} />,
          )}
          {marks.map(mark => (
            <Mark key={mark.text} text={mark.text} x={bands.start(0) + mark.at * bands.step} bottom={height - bottom} />
          ))}
        </svg>
      )}
      {read && (
        <Pop x={middle(at!)} width={width}>
          <PopTitle>{read.name}</PopTitle>
          {series.map((each, place) => (
            <PopRow key={each.name} color={colors[each.shade]} name={each.name} value={format(read.values[place] ?? 0)} />
          ))}
        </Pop>
      )}
    </div>
  )
}

/** Room for the longest value at the left. */
export const axisWidth = (texts: readonly string[]) => 14 + 6.2 * Math.max(...texts.map(text => text.length))

type StepsProps = { bar: Bar; series: readonly Series[]; isStacked: boolean; x: number; width: number; y(value: number): number }

/** The bars of one step. Even the smallest value has a visible bar. */
function Steps({ bar, series, isStacked, x, width, y }: StepsProps) {
  const single = isStacked ? width : width / series.length
  let below = 0
  return bar.values.map((value, place) => {
    const height = Math.max(value > 0 ? 2 : 0, y(0) - y(Math.max(0, value)))
    const start = isStacked ? x : x + place * single
    const path = barPath(start, y(0) - below - height, Math.max(1, single - (place < bar.values.length - 1 && !isStacked ? 1 : 0)), height)
    if (isStacked) below += height
    return <path key={series[place]!.name} d={path} fill={colors[series[place]!.shade]} opacity={bar.isPale ? 0.42 : 1} />
  })
}

const Mark = ({ x, text, bottom: end }: { x: number; text: string; bottom: number }) => (
  <g>
    <line x1={x} x2={x} y1={18} y2={end} stroke="var(--c-fg)" strokeDasharray="2 3" />
    <text x={x} y={11} textAnchor="middle" className="fill-fg text-2xs font-medium">
      {text}
    </text>
  </g>
)
