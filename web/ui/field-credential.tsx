import { useState } from "react"
import type { ControlProps } from "../lib/form.ts"
import { t } from "../lib/translate.ts"
import { cn } from "./cn.ts"
import { control } from "./control.ts"

/** Browsers offer to save passwords, and to fill in saved ones, so this is a text whose characters are hidden. */
const unsaved = {
  autoComplete: "off",
  autoCorrect: "off",
  autoCapitalize: "none",
  spellCheck: false,
  "data-1p-ignore": true,
  "data-lpignore": "true",
} as const

export function Credential({ isLong, value, onChange, className: _given, ...common }: ControlProps & { isLong: boolean }) {
  const [isShown, setShown] = useState(false)
  const look = cn("font-mono", !isShown && value !== "" && "[-webkit-text-security:disc]")
  const onText = (event: { target: { value: string } }) => onChange(event.target.value)
  return (
    <div className="flex items-start gap-2">
      {isLong ? (
        <textarea
          {...common}
          {...unsaved}
          rows={4}
          value={value}
          onChange={onText}
          className={cn(control, "h-auto py-1.5 sm:h-auto", look)}
        />
      ) : (
        <input {...common} {...unsaved} type="text" value={value} onChange={onText} className={cn(control, look)} />
      )}
      <button
        type="button"
        aria-pressed={isShown}
        aria-controls={common.id}
        onClick={() => setShown(!isShown)}
        className="h-9 shrink-0 rounded-lg px-2 text-xs text-fg-2 hover:bg-hover hover:text-fg sm:h-8"
      >
        {isShown ? t`Hide` : t`Show`}
      </button>
    </div>
  )
}
