import { Plus, X } from "lucide-react"
import type { Line } from "../lib/form.ts"
import { AmountInput, AmountSoFar } from "./amount-input.tsx"
import { Button } from "./button.tsx"
import { cn } from "./cn.ts"
import { control } from "./control.ts"

type Props = { lines: Line[]; label: string; currency: string; hasSuppliers: boolean; onChange(lines: Line[]): void }

/** The billed lines; with suppliers, also the partner whose share of a line is calculated. */
export function Lines({ lines, label, currency, hasSuppliers, onChange }: Props) {
  const change = (at: number, part: Partial<Line>) => onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))
  return (
    <div className="space-y-2">
      {lines.map((line, index) => (
        <div
          key={index}
          className={cn("grid grid-cols-[minmax(0,1fr)_7rem_auto] gap-2", hasSuppliers && "sm:grid-cols-[minmax(0,1fr)_9rem_7rem_auto]")}
        >
          <input
            aria-label={`${label} ${index + 1}: description`}
            placeholder="Description"
            value={line.name}
            onChange={event => change(index, { name: event.target.value })}
            className={control}
          />
          {hasSuppliers && (
            <input
              aria-label={`${label} ${index + 1}: shared with`}
              placeholder="Shared with"
              title="The code or name of a partnership, whose share of this line is calculated by its terms"
              value={line.supplier ?? ""}
              onChange={event => change(index, { supplier: event.target.value })}
              className={cn(control, "max-sm:col-span-3 max-sm:row-start-2")}
            />
          )}
          <AmountInput
            aria-label={`${label} ${index + 1}: amount`}
            currency={currency}
            value={line.amount}
            onChange={amount => change(index, { amount })}
            className={cn(control, "num text-right")}
          />
          <Button
            variant="ghost"
            size="icon"
            aria-label={`Remove line ${index + 1}`}
            disabled={lines.length === 1}
            onClick={() => onChange(lines.filter((_, at) => at !== index))}
          >
            <X className="size-4" aria-hidden />
          </Button>
          <AmountSoFar text={line.amount} currency={currency} className="col-span-full -mt-1 pr-10 text-right" />
        </div>
      ))}
      <Button size="sm" variant="ghost" onClick={() => onChange([...lines, { name: "", amount: "" }])}>
        <Plus className="size-3.5" aria-hidden /> Add a line
      </Button>
    </div>
  )
}
