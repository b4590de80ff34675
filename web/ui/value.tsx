import { Check, Copy } from "lucide-react"
import { useState } from "react"
import { moneyBesideCode } from "../lib/money.ts"
import { ago, dayAndTime, exactTime, foreignZone } from "../lib/time.ts"
import { t } from "../lib/translate.ts"
import { cn } from "./cn.ts"
import { notify } from "./toast.tsx"

/** Symbol and code, because several currencies are written `$`. */
export function Money({ amount, currency, className }: { amount: number; currency: string; className?: string }) {
  const text = moneyBesideCode(amount, currency)
  return (
    <span className={cn("num whitespace-nowrap", className)}>
      {text}
      <wbr />
      {!text.includes(currency) && <span className="ms-1 text-[0.6875em] font-normal tracking-normal text-fg-3">{currency}</span>}
    </span>
  )
}

export const When = ({ at, text, className }: { at: string; text?: string; className?: string }) => (
  <time dateTime={at} title={exactTime(at)} className={cn("whitespace-nowrap", className)}>
    {text ?? ago(at)}
  </time>
)

/** The exact time and how long ago it was, where there is room: phones and paper show no tooltips. */
export const ExactWhen = ({ at }: { at: string }) => (
  <time dateTime={at} title={exactTime(at)}>
    {dayAndTime(at)} {foreignZone()} <span className="whitespace-nowrap text-fg-3">{ago(at)}</span>
  </time>
)

/** An id in short form, and a name as far as there is room; a click copies all of it. */
export function CopyId({ value, label }: { value: string; label: string }) {
  const [isCopied, copy] = useCopy(value, label)
  const short = /^[0-9a-f-]{20,}$/.test(value) ? `${value.slice(0, 6)}…${value.slice(-4)}` : value
  // A truncated element has no baseline to align to.
  const place = "relative -mx-1 -my-0.5 inline-block max-w-[calc(100%+0.5rem)] align-bottom"
  const shape = "group/copy rounded px-1 py-1 font-mono text-xs text-fg-2 hover:bg-hover hover:text-fg"
  const icon = "absolute top-2 -end-3 size-3 opacity-0 group-hover/copy:opacity-100 group-focus-visible/copy:opacity-100"
  return (
    <button type="button" title={value} onClick={copy} className={`${place} ${shape}`}>
      <span className="sr-only">{t`Copy ${label}`} </span>
      <span className="block truncate">{short}</span>
      {isCopied ? <Check className="absolute top-2 -end-3 size-3 text-good" aria-hidden /> : <Copy className={icon} aria-hidden />}
    </button>
  )
}

/** Copies to the clipboard and shows a notice; returns false if the browser does not allow it. */
export async function copyText(value: string, label: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(value)
    notify(t`${label} copied`)
    return true
  } catch {
    notify(t`The browser did not allow copying`, t`Select the text and copy it by hand.`, "bad")
    return false
  }
}

/** Copies, and confirms it for a moment. */
export function useCopy(value: string, label: string) {
  const [isCopied, setCopied] = useState(false)
  const copy = async () => {
    if (!(await copyText(value, label))) return
    setCopied(true)
    setTimeout(() => setCopied(false), 1200)
  }
  return [isCopied, () => void copy()] as const
}
