import type { LucideIcon } from "lucide-react"
import type { ReactNode } from "react"

type Props = { icon: LucideIcon; title: string; children: ReactNode; action?: ReactNode }

/** The empty state of a list: what would be here, and how to get it. */
export function Empty({ icon: Icon, title, children, action }: Props) {
  return (
    <div className="flex flex-col items-center px-6 py-16 text-center">
      <span className="mb-4 grid size-11 place-items-center rounded-xl bg-sunken text-fg-3 shadow-line">
        <Icon className="size-5" aria-hidden />
      </span>
      <h2 className="text-base font-semibold">{title}</h2>
      <p className="mt-1 max-w-sm text-sm text-fg-3">{children}</p>
      {action && <div className="mt-5 flex gap-2">{action}</div>}
    </div>
  )
}

export const Skeleton = ({ className = "" }: { className?: string }) => <span aria-hidden className={`skeleton block h-3.5 ${className}`} />
