import type { Choice } from "../lib/form.ts"
import { t } from "../lib/translate.ts"

export type SelectProps = {
  id: string
  className: string
  "aria-invalid"?: boolean
  "aria-describedby"?: string
  /** Where no label is beside it. */
  "aria-label"?: string
  choices: readonly Choice[]
  /** What an empty value stands for. */
  placeholder?: string | undefined
  value: string
  onChange(value: string): void
  isRequired?: boolean | undefined
}

export function Select({ choices, placeholder = t`None`, value, onChange, isRequired, id, className, ...aria }: SelectProps) {
  return (
    <select
      id={id}
      className={className}
      aria-invalid={aria["aria-invalid"]}
      aria-describedby={aria["aria-describedby"]}
      aria-label={aria["aria-label"]}
      value={value}
      onChange={event => onChange(event.target.value)}
    >
      {(!isRequired || value === "") && <option value="">{isRequired ? t`Choose…` : placeholder}</option>}
      {choices.map(choice => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </select>
  )
}
