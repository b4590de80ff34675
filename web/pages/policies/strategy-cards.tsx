import { t } from "../../lib/translate.ts"
import { choiceCard } from "../../ui/choice-card.ts"
import { cn } from "../../ui/cn.ts"
import { strategyWords } from "../approvals/request.ts"
import type { PolicyDraft } from "./policy.ts"

type Strategy = PolicyDraft["strategy"]

/** Each strategy with a small picture of who must approve. */
export function StrategyCards({ value, onChange }: { value: Strategy; onChange(strategy: Strategy): void }) {
  return (
    <div role="radiogroup" aria-label={t`Strategy`} className="grid grid-cols-1 gap-2 sm:grid-cols-3 xl:grid-cols-5">
      {(Object.keys(strategyWords) as Strategy[]).map(strategy => (
        <label key={strategy} className={cn(choiceCard, "flex flex-col rounded-xl p-3")}>
          <input type="radio" name="strategy" className="sr-only" checked={value === strategy} onChange={() => onChange(strategy)} />
          <Picture strategy={strategy} isOn={value === strategy} />
          <span className="mt-2 font-medium">{strategyWords[strategy].label}</span>
          <span className="mt-0.5 text-xs leading-4 text-fg-2">{strategyWords[strategy].about}</span>
        </label>
      ))}
    </div>
  )
}

function Picture({ strategy, isOn }: { strategy: Strategy; isOn: boolean }) {
  const full = isOn ? "fill-accent" : "fill-fg-3"
  const pale = isOn ? "fill-accent opacity-25" : "fill-line-strong"
  const line = isOn ? "stroke-accent" : "stroke-line-strong"
  const dot = (x: number, isNeeded: boolean) => <circle key={x} cx={x} cy="8" r="4" className={isNeeded ? full : pale} />
  return (
    <svg width="64" height="16" viewBox="0 0 64 16" aria-hidden className="block">
      {strategy === "any-of" && [dot(6, false), dot(20, true), dot(34, false)]}
      {strategy === "all-of" && [dot(6, true), dot(20, true), dot(34, true)]}
      {strategy === "sequential" && (
        <>
          <path d="M6 8h52" className={line} strokeWidth="1.5" />
          {[dot(6, true), dot(24, true), dot(42, true)]}
          <path d="m54 5 4 3-4 3" fill="none" className={line} strokeWidth="1.5" />
        </>
      )}
      {strategy === "round-robin" && (
        <>
          <path d="M6 8a14 6 0 0 1 28 0a14 6 0 0 1-28 0" fill="none" className={line} strokeWidth="1.5" />
          {[dot(6, true), dot(34, false)]}
        </>
      )}
      {strategy === "auto-approve" && (
        <path d="m4 8 4 4 8-9" fill="none" className={cn(isOn ? "stroke-accent" : "stroke-fg-3")} strokeWidth="2" strokeLinecap="round" />
      )}
    </svg>
  )
}
