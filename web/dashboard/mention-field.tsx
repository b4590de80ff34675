import { type KeyboardEvent, useId, useRef, useState } from "react"
import { cn } from "../ui/cn.ts"
import { control } from "../ui/control.ts"
import { openMention, withMention } from "../lib/mentions.ts"
import { t } from "../lib/translate.ts"

export type Person = { _id: string; name: string; email: string }

type Props = { label: string; placeholder?: string; value: string; people: readonly Person[]; onChange(value: string): void }

const maxShown = 6

/** A text in which `@` and the beginning of a name choose a colleague. */
export function MentionField({ label, placeholder, value, people, onChange }: Props) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState(0)
  const [at, setAt] = useState(0)
  const typed = openMention(value, caret)
  const found =
    typed === undefined ? [] : people.filter(({ name }) => name.toLowerCase().startsWith(typed.toLowerCase())).slice(0, maxShown)
  const isOpen = found.length > 0 && !found.some(({ name }) => name === typed)
  const choose = (person: Person) => {
    const next = withMention(value, caret, person.name)
    onChange(next.text)
    setCaret(next.caret)
    requestAnimationFrame(() => field.current?.setSelectionRange(next.caret, next.caret))
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) return
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined) setAt(Math.min(found.length - 1, Math.max(0, at + step)))
    else if (event.key === "Enter" || event.key === "Tab") choose(found[at] ?? found[0]!)
    else if (event.key === "Escape") setCaret(0)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div className="relative">
      <textarea
        ref={field}
        aria-label={label}
        aria-autocomplete="list"
        aria-controls={isOpen ? `${id}-people` : undefined}
        aria-activedescendant={isOpen ? `${id}-${at}` : undefined}
        rows={3}
        maxLength={5000}
        placeholder={placeholder}
        value={value}
        onChange={event => {
          onChange(event.target.value)
          setCaret(event.target.selectionStart)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        className={cn(control, "h-auto py-1.5 sm:h-auto")}
      />
      {isOpen && <Colleagues id={id} people={found} at={at} onAt={setAt} onChoose={choose} />}
    </div>
  )
}

type ListProps = { id: string; people: readonly Person[]; at: number; onAt(at: number): void; onChoose(person: Person): void }

const Colleagues = ({ id, people, at, onAt, onChoose }: ListProps) => (
  <div
    id={`${id}-people`}
    role="listbox"
    aria-label={t`Colleagues`}
    className="absolute top-full start-0 z-10 mt-1 max-w-full rounded-xl bg-raised p-1 text-sm shadow-pop"
    onMouseDown={event => event.preventDefault()}
  >
    {people.map((person, index) => (
      <div
        key={person._id}
        id={`${id}-${index}`}
        role="option"
        aria-selected={index === at}
        onMouseMove={() => onAt(index)}
        onClick={() => onChoose(person)}
        className={cn("cursor-pointer truncate rounded-lg px-2 py-1.5", index === at && "bg-hover dark:bg-line")}
      >
        {person.name} <span className="text-fg-3">{person.email}</span>
      </div>
    ))}
  </div>
)
