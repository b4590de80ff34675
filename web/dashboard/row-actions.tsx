import { Ellipsis } from "lucide-react"
import { type ComponentProps, useState } from "react"
import { Button } from "../ui/button.tsx"
import { interruptedForm } from "../lib/interrupted-form.ts"
import { t } from "../lib/translate.ts"
import { deferred } from "../ui/deferred.tsx"
import { usePreload } from "./details.ts"
import type { Resource, Row } from "./resource.ts"
import { useSession } from "./session.tsx"

const MenuButton = ({ label, ...props }: { label: string } & ComponentProps<typeof Button>) => (
  <Button variant="ghost" size="icon" aria-label={label} aria-haspopup="menu" {...props}>
    <Ellipsis className="size-4" aria-hidden />
  </Button>
)

const RowMenu = deferred(
  async () => (await import("./row-menu.tsx")).RowMenu,
  ({ label }) => <MenuButton label={label} />,
)

/** The actions of a row. A list has many rows, so a row's menu is created when it is first opened. */
export function RowActions({ resource, row }: { resource: Resource; row: Row }) {
  const { user } = useSession()
  const preload = usePreload(RowMenu)
  const [isInterrupted] = useState(() => interruptedForm(user._id)?.id.endsWith(` ${row._id}`) ?? false)
  const [isUsed, setUsed] = useState(isInterrupted)
  const label = t`Actions of ${resource.object!.name(row)}`
  if (isUsed) return <RowMenu resource={resource} row={row} label={label} isClosed={isInterrupted} />
  return <MenuButton label={label} onClick={() => setUsed(true)} {...preload} />
}
