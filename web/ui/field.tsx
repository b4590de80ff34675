import { useQuery } from "@tanstack/react-query"
import { Plus, X } from "lucide-react"
import { useId } from "react"
import { request } from "../client.ts"
import type { Choice, Field, Line, Values } from "../lib/form.ts"
import { currencies } from "../../src/kit/pure/money.ts"
import { Button } from "./button.tsx"
import { cn } from "./cn.ts"

export const control =
  "h-9 w-full min-w-0 rounded-lg bg-surface px-2.5 text-base shadow-field placeholder:text-fg-3 focus-visible:outline-offset-0 sm:h-8 sm:text-sm " +
  "dark:bg-sunken aria-invalid:shadow-[inset_0_0_0_1.5px_var(--c-bad)]"

type Props = { field: Field; values: Values; error: string | undefined; onChange(value: string | Line[]): void }

/** The label, the input of its kind, the hint, and what is wrong with it. */
export function FieldInput(props: Props) {
  const { field, error } = props
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div>
      <label htmlFor={id} className="mb-1 flex items-baseline gap-2 text-xs font-medium text-fg-2">
        {field.label}
        {!field.isRequired && <span className="font-normal text-fg-3">optional</span>}
      </label>
      <Control {...props} id={id} noteId={noteId} />
      {(error ?? field.hint) && (
        <p id={noteId} className={cn("mt-1 text-xs", error ? "text-bad" : "text-fg-3")}>
          {error ?? field.hint}
        </p>
      )}
    </div>
  )
}

function Control({ field, values, error, onChange, id, noteId }: Props & { id: string; noteId: string }) {
  const value = values[field.name] ?? ""
  const common = {
    id,
    "aria-invalid": error !== undefined,
    "aria-describedby": noteId,
    placeholder: field.placeholder,
    className: control,
  }
  if (typeof value !== "string") return <Lines lines={value} onChange={onChange} label={field.label} />
  if (field.kind === "choices") return <Checks id={id} choices={field.choices} value={value} onChange={onChange} />
  const onText = (event: { target: { value: string } }) => onChange(event.target.value)
  if (field.kind === "long-text")
    return <textarea {...common} rows={3} value={value} onChange={onText} className={cn(control, "h-auto py-1.5 sm:h-auto")} />
  if (field.kind === "choice")
    return <Select {...common} choices={field.choices} value={value} onChange={onChange} isRequired={field.isRequired} />
  if (field.kind === "reference") return <Reference {...common} field={field} value={value} onChange={onChange} />
  if (field.kind === "currency")
    return (
      <Select {...common} choices={currencies.map(code => ({ value: code, label: code }))} value={value} onChange={onChange} isRequired />
    )
  const type = { email: "email", day: "date", secret: "password" }[field.kind as string] ?? "text"
  const inputMode = field.kind === "money" ? "decimal" : field.kind === "number" ? "numeric" : undefined
  return <input {...common} type={type} inputMode={inputMode} value={value} onChange={onText} autoComplete="off" />
}

type SelectProps = {
  id: string
  className: string
  "aria-invalid"?: boolean
  "aria-describedby"?: string
  choices: readonly Choice[]
  value: string
  onChange(value: string): void
  isRequired?: boolean | undefined
}

function Select({ choices, value, onChange, isRequired, id, className, ...aria }: SelectProps) {
  return (
    <select
      id={id}
      className={className}
      aria-invalid={aria["aria-invalid"]}
      aria-describedby={aria["aria-describedby"]}
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      {(!isRequired || value === "") && <option value="">{isRequired ? "Choose…" : "None"}</option>}
      {choices.map(choice => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}

type ReferenceProps = Omit<SelectProps, "choices" | "isRequired"> & {
  field: Extract<Field, { kind: "reference" }>
  placeholder?: string | undefined
}

/** The hundred newest objects of a list, to choose from, or to complete what is typed. */
function Reference({ field: { route, describe, isTyped, isRequired }, ...props }: ReferenceProps) {
  const rows = useQuery({
    queryKey: [route, "choices"],
    queryFn: () => request(route, { limit: 100 }) as Promise<{ data: Record<string, unknown>[] }>,
  })
  const choices = (rows.data?.data ?? []).map(describe)
  if (!isTyped) return <Select {...props} isRequired={isRequired} choices={choices} />
  const listId = `${props.id}-choices`
  return (
    <>
      <input {...props} list={listId} autoComplete="off" onChange={event => props.onChange(event.target.value)} />
      <datalist id={listId}>
        {choices.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </datalist>
    </>
  )
}

function Checks({
  id,
  choices,
  value,
  onChange,
}: {
  id: string
  choices: readonly Choice[]
  value: string
  onChange(value: string): void
}) {
  const chosen = new Set(value === "" ? [] : value.split(","))
  const toggle = (choice: string) => {
    const next = new Set(chosen)
    if (!next.delete(choice)) next.add(choice)
    onChange([...next].join(","))
  }
  return (
    <div id={id} role="group" className="grid max-h-56 gap-1 overflow-y-auto rounded-lg p-2 shadow-line sm:grid-cols-2">
      {choices.map(choice => (
        <label key={choice.value} className="flex items-center gap-2 text-sm">
          <input
            type="checkbox"
            checked={chosen.has(choice.value)}
            onChange={() => toggle(choice.value)}
            className="size-4 accent-accent"
          />
          {choice.label}
        </label>
      ))}
    </div>
  )
}

function Lines({ lines, onChange, label }: { lines: Line[]; onChange(lines: Line[]): void; label: string }) {
  const change = (at: number, part: Partial<Line>) => onChange(lines.map((line, index) => (index === at ? { ...line, ...part } : line)))
  return (
    <div className="space-y-2">
      {lines.map((line, index) => (
        <div key={index} className="grid grid-cols-[minmax(0,1fr)_7rem_auto] gap-2">
          <input
            aria-label={`${label} ${index + 1}: what for`}
            placeholder="What for"
            value={line.name}
            onChange={event => change(index, { name: event.target.value })}
            className={control}
          />
          <input
            aria-label={`${label} ${index + 1}: amount`}
            placeholder="0.00"
            inputMode="decimal"
            value={line.amount}
            onChange={event => change(index, { amount: event.target.value })}
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
        </div>
      ))}
      <Button size="sm" variant="ghost" onClick={() => onChange([...lines, { name: "", amount: "" }])}>
        <Plus className="size-3.5" aria-hidden /> Add a line
      </Button>
    </div>
  )
}
