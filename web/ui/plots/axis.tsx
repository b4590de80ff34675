type AxisProps = { ticks: readonly number[]; y(value: number): number; from: number; to: number; format(value: number): string }

/** Lines across the plot with their values at the left; the lowest one is solid. */
export const ValueAxis = ({ ticks, y, from, to, format }: AxisProps) =>
  ticks.map(tick => (
    <g key={tick}>
      <line x1={from} x2={to} y1={y(tick)} y2={y(tick)} stroke="var(--c-line)" strokeDasharray={tick === 0 ? undefined : "3 4"} />
      <text x={from - 8} y={y(tick)} dy=".32em" textAnchor="end" className="num fill-fg-3 text-2xs">
        {format(tick)}
      </text>
    </g>
  ))

export const AxisLabel = ({ x, y, children }: { x: number; y: number; children: string }) => (
  <text x={x} y={y} textAnchor="middle" className="num fill-fg-3 text-2xs">
    {children}
  </text>
)
