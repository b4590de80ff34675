import type { ReactNode } from "react"

export const heading = "text-[1.375rem] leading-8 font-semibold tracking-[-0.018em]"

export function PageHead({ title, about, children }: { title: ReactNode; about?: ReactNode; children?: ReactNode }) {
  return (
    <div className="mb-5 flex flex-wrap items-end gap-x-4 gap-y-3">
      <div className="min-w-0 flex-1 basis-72">
        <h1 className={heading}>{title}</h1>
        {about && <p className="text-sm text-fg-3">{about}</p>}
      </div>
      {children && <div className="flex flex-wrap items-center gap-2">{children}</div>}
    </div>
  )
}
