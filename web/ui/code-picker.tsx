import { ChevronDown } from "lucide-react"
import { type KeyboardEvent, useState } from "react"
import { countries } from "../../src/kit/pure/countries.ts"
import { currencies } from "../../src/kit/pure/money.ts"
import { plain } from "../lib/fits.ts"
import { t } from "../lib/translate.ts"
import { countryFlag, countryName, currencyName, currencySymbol } from "../lib/words.ts"
import { cn } from "./cn.ts"
import { comboboxOf, Options, popup } from "./options.tsx"

const kinds = {
  currency: { codes: currencies, nameOf: currencyName, signOf: currencySymbol },
  country: { codes: countries, nameOf: countryName, signOf: countryFlag },
}
type Kind = keyof typeof kinds

type Props = {
  kind: Kind
  /** All that there are, unless given. */
  codes?: readonly string[] | undefined
  id: string
  className: string
  placeholder?: string | undefined
  "aria-invalid": boolean
  "aria-describedby": string
  value: string
  onChange(code: string): void
}

/** A country or a currency, found by its name or its code. If the text is a whole code or name, leaving the field chooses it. */
export function CodePicker({ kind, codes = kinds[kind].codes, value, onChange, className, ...input }: Props) {
  const { nameOf, signOf } = kinds[kind]
  const [isOpen, setOpen] = useState(false)
  /** Undefined until something is typed; until then the field shows the choice, and the list shows all. */
  const [typed, setTyped] = useState<string | undefined>(undefined)
  const [at, setAt] = useState(0)
  const found = isOpen ? codes.filter(code => matches(`${nameOf(code)} ${code}`, typed ?? "")) : []
  const open = () => {
    setOpen(true)
    setAt(Math.max(0, codes.indexOf(value)))
  }
  const close = () => {
    setOpen(false)
    setTyped(undefined)
  }
  const choose = (code: string) => {
    onChange(code)
    close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step !== undefined && !isOpen) open()
    else if (step !== undefined) setAt(Math.min(found.length - 1, Math.max(0, at + step)))
    else if (event.key === "Enter" && found[at]) choose(found[at])
    else if (event.key === "Escape" && isOpen) close()
    else return
    event.preventDefault()
    event.stopPropagation() // Escape closes the list, not the dialog around it
  }
  const onBlur = () => {
    const whole = codes.find(code => [code, nameOf(code)].some(each => plain(each) === plain(typed ?? value)))
    if (typed?.trim() === "") onChange("")
    else if (whole && whole !== value) onChange(whole)
    close()
  }
  return (
    <div className="relative">
      <input
        {...input}
        {...comboboxOf(input.id, found.length, at)}
        className={cn(className, "truncate pe-8")}
        value={typed ?? (value === "" ? "" : `${nameOf(value)} · ${value}`)}
        onFocus={event => event.currentTarget.select()}
        onClick={event => {
          event.currentTarget.select() // so that typing replaces the text
          if (!isOpen) open()
        }}
        onChange={event => {
          setOpen(true)
          setTyped(event.target.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
        onBlur={onBlur}
      />
      <ChevronDown className="pointer-events-none absolute top-1/2 end-2.5 size-4 -translate-y-1/2 text-fg-3" aria-hidden />
      {isOpen && found.length === 0 && <None />}
      {found.length > 0 && (
        <Options
          id={input.id}
          options={found.map(code => ({ key: code, sign: signOf(code), name: nameOf(code), detail: code }))}
          at={at}
          onAt={setAt}
          onChoose={index => choose(found[index]!)}
        />
      )}
    </div>
  )
}

const None = () => (
  <p role="status" className={cn(popup, "px-3 py-2 text-fg-3")}>
    {t`None has this name or code.`}
  </p>
)

/** Every typed word must be the beginning of a word of the name, or of the code. */
function matches(label: string, text: string): boolean {
  const words = plain(label).split(/[^\p{L}\p{N}]+/u)
  return plain(text)
    .split(/\s+/)
    .every(typed => words.some(word => word.startsWith(typed)))
}
