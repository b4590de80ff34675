import { cn } from "./cn.ts"

/** How much of a file was sent; then its work, which takes as long as the file is large. */
export function UploadProgress({ share, after }: { share: number; after: string }) {
  const isSent = share >= 1
  return (
    <div>
      <p className="mb-1 text-xs text-fg-2" role="status">
        {isSent ? `The file was sent. ${after}` : "Sending the file…"}
      </p>
      <ProgressBar label={isSent ? "Importing" : "Sending"} share={isSent ? undefined : share} />
    </div>
  )
}

/** `share` is from 0 to 1; undefined while nobody knows it. */
export function ProgressBar({ label, share }: { label: string; share: number | undefined }) {
  const isKnown = share !== undefined
  const percent = Math.floor((share ?? 0) * 100)
  return (
    <div
      role="progressbar"
      aria-label={label}
      {...(isKnown && { "aria-valuenow": percent, "aria-valuemin": 0, "aria-valuemax": 100 })}
      className="h-1.5 overflow-hidden rounded-full bg-sunken shadow-line"
    >
      <div
        className={cn("h-full rounded-full bg-accent", !isKnown && "w-full animate-pulse")}
        style={isKnown ? { width: `${percent}%` } : {}}
      />
    </div>
  )
}
