import type { PartsProps } from "../../lib/form.ts"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"

/** Amounts, one on each line. */
export const PresetField = ({ id, value, onChange, ...aria }: PartsProps) => (
  <textarea
    id={id}
    aria-invalid={aria["aria-invalid"]}
    aria-describedby={aria["aria-describedby"]}
    rows={3}
    inputMode="decimal"
    placeholder={"10\n25\n50"}
    value={value}
    onChange={event => onChange(event.target.value)}
    className={cn(control, "h-auto py-1.5 sm:h-auto")}
  />
)
