import type { ComponentProps } from "react"
import { exponent, isCurrency } from "../../src/kit/pure/money.ts"
import { amountSoFar, amountText } from "../lib/money.ts"
import { cn } from "./cn.ts"

type InputProps = Omit<ComponentProps<"input">, "value" | "onChange"> & { currency: string; value: string; onChange(value: string): void }

/** An amount of one currency: the sample in the empty field has its decimals, and a phone offers a decimal mark only where it has some. */
export function AmountInput({ currency, placeholder, onChange, ...input }: InputProps) {
  const isKnown = isCurrency(currency)
  return (
    <input
      autoComplete="off"
      {...input}
      inputMode={isKnown && exponent(currency) === 0 ? "numeric" : "decimal"}
      placeholder={placeholder ?? (isKnown ? amountText(0, currency) : undefined)}
      onChange={event => onChange(event.target.value)}
    />
  )
}

type SoFarProps = { text: string; currency: string; isRefused?: boolean; className?: string }

/**
 * How the typed amount is understood, below its field: "1.234,56" is €1,234.56. Nothing that is typed is dropped, because "1500.75" without
 * its mark would be a hundred times as much. An error of the form already says why.
 */
export function AmountSoFar({ text, currency, isRefused = false, className = "mt-1" }: SoFarProps) {
  const soFar = amountSoFar(text, currency)
  const isWrong = soFar !== undefined && "why" in soFar
  return (
    <p aria-live="polite" className={cn("text-xs empty:hidden", isWrong ? "text-bad" : "num text-fg-3", className)}>
      {isWrong ? !isRefused && soFar.why : soFar?.amount}
    </p>
  )
}
