import { X } from "lucide-react"
import type { ControlProps } from "../lib/form.ts"
import { t } from "../lib/translate.ts"
import { currencyName } from "../lib/words.ts"
import { CodePicker } from "./code-picker.tsx"

/** Several currencies, whose codes have commas between them: each chosen one can be taken away, and the field adds another. */
export function Currencies({ currencies, value, onChange, placeholder, ...common }: ControlProps & { currencies: readonly string[] }) {
  const chosen = value === "" ? [] : value.split(",")
  const choose = (codes: readonly string[]) => onChange(codes.join(","))
  return (
    <div className="space-y-1.5">
      {chosen.length > 0 && (
        <ul className="flex flex-wrap gap-1">
          {chosen.map(code => (
            <li key={code} className="inline-flex h-7 items-center gap-1 rounded-lg bg-sunken pe-1 ps-2 text-xs font-medium shadow-line">
              <span title={currencyName(code)}>{code}</span>
              <button
                type="button"
                aria-label={t`Remove ${code}`}
                onClick={() => choose(chosen.filter(each => each !== code))}
                className="grid size-5 place-items-center rounded text-fg-3 hover:bg-hover hover:text-fg"
              >
                <X className="size-3" aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      <CodePicker
        {...common}
        kind="currency"
        codes={currencies.filter(code => !chosen.includes(code))}
        placeholder={chosen.length === 0 ? placeholder : t`Add a currency`}
        value=""
        onChange={code => code !== "" && choose([...chosen, code])}
      />
    </div>
  )
}
