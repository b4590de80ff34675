import { BarChart3, Table2 } from "lucide-react"
import { Segment } from "../../ui/segment.tsx"

export type Shown = "plot" | "table"

/** The switch between a plot and the numbers that it is drawn from. */
export const PlotOrTable = ({ label, value, onChange }: { label: string; value: Shown; onChange(value: Shown): void }) => (
  <Segment<Shown>
    label={label}
    value={value}
    onChange={onChange}
    options={[
      { id: "plot", label: "Plot", icon: BarChart3 },
      { id: "table", label: "Table", icon: Table2 },
    ]}
  />
)
