import { Ellipsis } from "lucide-react"
import { inSentence, t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { DropDown, DropDownItem, DropDownLine, DropDownTrigger } from "../ui/menu.tsx"
import { copyText } from "../ui/value.tsx"
import { useObjectPage } from "./details.ts"
import { useOneOpen } from "./form-open.ts"
import { ActionDialog, Refused, useActions } from "./object-actions.tsx"
import type { Resource, Row } from "./resource.ts"

/** Values to copy from a row, and its actions; those that are not possible now show the reason. */
export function RowMenu({ resource, row, label, isClosed }: { resource: Resource; row: Row; label: string; isClosed: boolean }) {
  const known = useActions(resource, row)
  const [open, setOpen] = useOneOpen(id => known.find(({ action, allowed }) => allowed && id === `${action} ${row._id}`))
  const { copies: copiesOf } = useObjectPage(resource.key)
  const copies = [...(copiesOf?.(row) ?? []), [t`Id`, row._id] as const]
  return (
    <>
      <DropDown
        isOpenAtFirst={!isClosed}
        width="w-72"
        trigger={
          <DropDownTrigger render={<Button variant="ghost" size="icon" aria-label={label} />}>
            <Ellipsis className="size-4" aria-hidden />
          </DropDownTrigger>
        }
      >
        {copies.map(([name, value]) => (
          <DropDownItem key={name} onClick={() => void copyText(value, name)}>
            {t`Copy ${inSentence(name)}`}
          </DropDownItem>
        ))}
        {known.length > 0 && <DropDownLine />}
        {known
          .filter(({ allowed }) => allowed)
          .map(each => (
            <DropDownItem key={each.action} isDanger={each.form.isDanger ?? false} onClick={() => setOpen(each)}>
              {each.form.label}…
            </DropDownItem>
          ))}
        <Refused actions={known.filter(({ allowed }) => !allowed)} />
      </DropDown>
      {open && <ActionDialog resource={resource} row={row} action={open.action} form={open.form} onClose={() => setOpen(undefined)} />}
    </>
  )
}
