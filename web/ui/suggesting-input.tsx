import { type ComponentProps, type KeyboardEvent, useId, useState } from "react"
import type { Choice } from "../lib/form.ts"
import { comboboxOf, Options } from "./options.tsx"

type Props = Omit<ComponentProps<"input">, "value" | "onChange"> & {
  /** What fits the typed text, best first. */
  choices: readonly Choice[]
  value: string
  onChange(text: string): void
  /** Where a choice is more than its text. */
  onChoose?(choice: Choice): void
}

const maxShown = 8

/** A text field that suggests what fits. The text counts as it is typed; only Enter on a suggestion, or a click, takes it. */
export function SuggestingInput({ choices, value, onChange, onChoose = choice => onChange(choice.value), ...input }: Props) {
  const id = useId()
  const [isOpen, setOpen] = useState(false)
  const [at, setAt] = useState(-1)
  const shown = isOpen ? choices.slice(0, maxShown) : []
  const show = (isShown: boolean) => {
    setOpen(isShown)
    setAt(-1)
  }
  const choose = (index: number) => {
    show(false)
    onChoose(shown[index]!)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && !isOpen) show(true)
    else if (step !== undefined) setAt(Math.min(shown.length - 1, Math.max(-1, at + step)))
    else if (event.key === "Enter" && shown[at]) choose(at)
    else if (event.key === "Escape" && shown.length > 0) show(false)
    else return
    event.preventDefault()
    event.stopPropagation() // Escape closes the list, not the dialog around it
  }
  return (
    <div className="relative min-w-0">
      <input
        {...input}
        {...comboboxOf(id, shown.length, at)}
        value={value}
        onClick={() => show(true)}
        onChange={event => {
          show(true)
          onChange(event.target.value)
        }}
        onKeyDown={onKeyDown}
        onBlur={() => show(false)}
      />
      {shown.length > 0 && (
        <Options
          id={id}
          options={shown.map(({ value: name, label }) => ({ key: name, name, detail: label === name ? "" : label }))}
          at={at}
          onAt={setAt}
          onChoose={choose}
        />
      )}
    </div>
  )
}
