import { cn } from "./cn.ts"

/** How far something is, from 0 to 1; undefined where nobody knows. */
export function ProgressBar({ label, share, words }: { label: string; share: number | undefined; words: string }) {
  const percent = Math.floor((share ?? 0) * 100)
  return (
    <div>
      <p className="mb-1 text-xs text-fg-2" role="status">
        {words}
      </p>
      <div
        role="progressbar"
        aria-label={label}
        {...(share !== undefined && { "aria-valuenow": percent, "aria-valuemin": 0, "aria-valuemax": 100 })}
        className="h-1.5 overflow-hidden rounded-full bg-sunken shadow-line"
      >
        <div
          className={cn("h-full rounded-full bg-accent", share === undefined && "w-full animate-pulse")}
          style={share === undefined ? {} : { width: `${percent}%` }}
        />
      </div>
    </div>
  )
}
