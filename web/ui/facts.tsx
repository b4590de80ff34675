import type { ReactNode } from "react"

export const Facts = ({ children }: { children: ReactNode }) => (
  <dl className="grid grid-cols-[6.5rem_minmax(0,1fr)] gap-x-3 gap-y-2 text-sm">{children}</dl>
)

export const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-fg-3">{label}</dt>
    <dd className="min-w-0 break-words">{children}</dd>
  </>
)
