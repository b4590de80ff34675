import type { ReactNode } from "react"

export type Figure = { label: string; value: ReactNode; note?: ReactNode; tone?: "bad" | "quiet" }
const tones = { bad: "text-bad", quiet: "text-fg-3" }

/** The most important amounts of a page, side by side, each with a line that explains it. */
export const Figures = ({ figures }: { figures: readonly Figure[] }) => (
  <dl className="flex flex-wrap gap-x-6 gap-y-4 *:flex-1 *:basis-28">
    {figures.map(({ label, value, note, tone }) => (
      <div key={label}>
        <dt className="text-xs text-fg-3">{label}</dt>
        <dd className={`mt-0.5 text-lg font-semibold tracking-[-0.015em] ${tone ? tones[tone] : ""}`}>{value}</dd>
        {note && <dd className="text-xs text-fg-3">{note}</dd>}
      </div>
    ))}
  </dl>
)
