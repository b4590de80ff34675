import { BarChart3, Table2 } from "lucide-react"
import { t } from "../../lib/translate.ts"
import { Segment } from "../../ui/segment.tsx"

export type Shown = "plot" | "table"

/** The switch between a plot and the numbers that it is drawn from. */
export const PlotOrTable = ({ label, value, onChange }: { label: string; value: Shown; onChange(value: Shown): void }) => (
  <Segment<Shown>
    label={label}
    value={value}
    onChange={onChange}
    options={[
      { id: "plot", label: t`Plot`, icon: BarChart3 },
      { id: "table", label: t`Table`, icon: Table2 },
    ]}
  />
)
