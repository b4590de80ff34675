import { Ellipsis } from "lucide-react"
import { useState } from "react"
import { Button } from "../ui/button.tsx"
import { deferred } from "../ui/deferred.tsx"
import type { Resource, Row } from "./resource.ts"

const RowMenu = deferred(async () => (await import("./row-menu.tsx")).RowMenu)

/** The actions of a row. A list has many rows, so the menu of one is made when it is first opened. */
export function RowActions({ resource, row }: { resource: Resource; row: Row }) {
  const [isUsed, setUsed] = useState(false)
  const label = `Actions of ${resource.object!.name(row)}`
  if (isUsed) return <RowMenu resource={resource} row={row} label={label} />
  return (
    <Button variant="ghost" size="icon" aria-label={label} aria-haspopup="menu" onClick={() => setUsed(true)}>
      <Ellipsis className="size-4" aria-hidden />
    </Button>
  )
}
