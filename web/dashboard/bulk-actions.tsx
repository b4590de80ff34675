import { useState } from "react"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { DropDown, DropDownItem, DropDownTrigger } from "../ui/menu.tsx"
import { BulkDialog } from "./bulk-dialog.tsx"
import { type BulkVerb, useBulkVerbs } from "./bulk-verbs.ts"
import type { Resource, Row } from "./resource.ts"

/** The verbs for the selected rows: the first two as buttons, the others in a menu. */
export function BulkActions({ resource, rows, onSent }: { resource: Resource; rows: readonly Row[]; onSent(): void }) {
  const verbs = useBulkVerbs(resource)
  const [open, setOpen] = useState<BulkVerb | undefined>(undefined)
  const close = (wasSent?: boolean) => {
    setOpen(undefined)
    if (wasSent) onSent()
  }
  return (
    <>
      {verbs.slice(0, 2).map(verb => (
        <Button key={verb.id} onClick={() => setOpen(verb)}>
          {verb.form.icon && <verb.form.icon className="size-4 text-fg-3" aria-hidden />} {verb.opens}
        </Button>
      ))}
      {verbs.length > 2 && (
        <DropDown trigger={<DropDownTrigger render={<Button />}>{t`More…`}</DropDownTrigger>}>
          {verbs.slice(2).map(verb => (
            <DropDownItem key={verb.id} isDanger={verb.form.isDanger ?? false} onClick={() => setOpen(verb)}>
              {verb.opens}
            </DropDownItem>
          ))}
        </DropDown>
      )}
      {open && <BulkDialog resource={resource} verb={open} rows={rows} onClose={close} />}
    </>
  )
}
