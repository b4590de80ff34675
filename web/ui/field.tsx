import { useQuery } from "@tanstack/react-query"
import { useId } from "react"
import { request } from "../client.ts"
import { type Choice, currencyOf, type Field, isRequired, textOf, type Value, type Values } from "../lib/form.ts"
import { t } from "../lib/translate.ts"
import { AmountInput, AmountSoFar } from "./amount-input.tsx"
import { cn } from "./cn.ts"
import { control } from "./control.ts"
import { CodePicker } from "./code-picker.tsx"
import { Lines } from "./field-lines.tsx"
import { Reference } from "./field-reference.tsx"
import { Select } from "./select.tsx"
import { UsualDays } from "./usual-days.tsx"

type Props = { field: Field; values: Values; error: string | undefined; onChange(value: Value, others?: Values): void }
type ControlProps = Props & { id: string; noteId: string }

/** The label, the input of its kind, the hint, and the error. */
export function FieldInput(props: Props) {
  const { field, error } = props
  const id = useId()
  const noteId = `${id}-note`
  return (
    <div className={cn("min-w-0", field.isHalf && "col-span-1!")}>
      {field.kind === "flag" ? (
        <Flag {...props} id={id} noteId={noteId} />
      ) : (
        <>
          <label htmlFor={id} className="mb-1 flex items-baseline gap-2 text-xs font-medium text-fg-2">
            {field.label}
            {!isRequired(field, props.values) && <span className="font-normal text-fg-3">{t`optional`}</span>}
          </label>
          <Control {...props} id={id} noteId={noteId} />
          {field.kind === "day" && field.isDue && (
            <UsualDays label={field.label} value={textOf(props.values, field.name)} onChange={props.onChange} />
          )}
          {field.kind === "money" && (
            <AmountSoFar
              text={textOf(props.values, field.name)}
              currency={currencyOf(field, props.values)}
              isRefused={error !== undefined}
            />
          )}
        </>
      )}
      {(error ?? field.hint) && (
        <p id={noteId} className={cn("mt-1 text-xs", error ? "text-bad" : "text-fg-3")}>
          {error ?? field.hint}
        </p>
      )}
    </div>
  )
}

const Flag = ({ field, values, onChange, id, noteId }: ControlProps) => (
  <label htmlFor={id} className="flex items-center gap-2 text-sm">
    <input
      id={id}
      type="checkbox"
      checked={values[field.name] === true}
      onChange={event => onChange(event.target.checked)}
      aria-describedby={noteId}
      className="size-4 accent-accent"
    />
    {field.label}
  </label>
)

function Control({ field, values, error, onChange, id, noteId }: ControlProps) {
  const value = values[field.name] ?? ""
  const common = {
    id,
    "aria-invalid": error !== undefined,
    "aria-describedby": noteId,
    placeholder: field.placeholder,
    className: control,
  }
  if (typeof value === "boolean") return null // a flag has no control besides its label
  if (typeof value !== "string")
    return field.kind === "lines" && <Lines field={field} lines={value} currency={currencyOf(field, values)} onChange={onChange} />
  if (field.kind === "choices")
    return <Checks id={id} choices={field.choices} moreFrom={field.moreFrom} value={value} onChange={onChange} />
  const onText = (event: { target: { value: string } }) => onChange(event.target.value)
  if (field.kind === "long-text" || field.kind === "list")
    return <textarea {...common} rows={3} value={value} onChange={onText} className={cn(control, "h-auto py-1.5 sm:h-auto")} />
  if (field.kind === "credential") return <field.Control {...common} isLong={field.isLong ?? false} value={value} onChange={onChange} />
  if (field.kind === "choice")
    return <Select {...common} choices={field.choices} value={value} onChange={onChange} isRequired={isRequired(field, values)} />
  if (field.kind === "reference") return <Reference {...common} field={field} values={values} value={value} onChange={onChange} />
  if (field.kind === "several") return <field.Control {...common} value={value} onChange={onChange} />
  if (field.kind === "parts") return <field.Control {...common} values={values} value={value} onChange={onChange} />
  if (field.kind === "currencies") return <field.Control {...common} currencies={field.currencies} value={value} onChange={onChange} />
  if (field.kind === "currency" || field.kind === "country")
    return <CodePicker {...common} kind={field.kind} value={value} onChange={onChange} />
  if (field.kind === "money") return <AmountInput {...common} currency={currencyOf(field, values)} value={value} onChange={onChange} />
  const type = { email: "email", day: "date", moment: "datetime-local", secret: "password" }[field.kind as string] ?? "text"
  const inputMode = field.kind === "percent" ? "decimal" : field.kind === "number" ? "numeric" : undefined
  return <input {...common} type={type} inputMode={inputMode} value={value} onChange={onText} autoComplete="off" />
}

type ChecksProps = { id: string; choices: readonly Choice[]; moreFrom: string | undefined; value: string; onChange(value: string): void }

function Checks({ id, choices, moreFrom, value, onChange }: ChecksProps) {
  const more = useQuery({
    queryKey: [moreFrom, "values"],
    queryFn: () => request(moreFrom!, {}) as Promise<string[]>,
    enabled: moreFrom !== undefined,
    staleTime: Infinity,
  })
  const all = [...choices, ...(more.data ?? []).map(each => ({ value: each, label: each }))]
  const chosen = new Set(value === "" ? [] : value.split(","))
  const toggle = (choice: string) => {
    const next = new Set(chosen)
    if (!next.delete(choice)) next.add(choice)
    onChange([...next].join(","))
  }
  return (
    <div id={id} role="group" className="grid max-h-56 gap-1 overflow-y-auto rounded-lg p-2 shadow-line sm:grid-cols-2">
      {all.map(choice => (
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
