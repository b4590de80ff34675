import { useMutation, useQueryClient } from "@tanstack/react-query"
import { Ellipsis } from "lucide-react"
import { useState } from "react"
import { call, request } from "../client.ts"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { FormDialog } from "../ui/form.tsx"
import { DropDown, DropDownItem, DropDownLine, DropDownTrigger } from "../ui/menu.tsx"
import { notify } from "../ui/toast.tsx"
import type { ListSearch } from "./list-query.ts"
import type { View, ViewContent } from "./saved-view.ts"

type Props = { view: View; changed: ViewContent | undefined; onShow(search: ListSearch): void; onSaved(): void }

/** What its owner can do with a view: take over what is shown, rename, share, delete. */
export function ViewMenu({ view, changed, onShow, onSaved }: Props) {
  const queries = useQueryClient()
  const [isRenaming, setRenaming] = useState(false)
  const path = { id: view._id }
  const reread = () => queries.invalidateQueries({ queryKey: ["saved-views"] })
  const change = useMutation({
    mutationFn: (input: Partial<ViewContent> & { shared?: boolean }) => call("POST /v1/saved-views/{id}/update", input, { path }),
    onSuccess: () => {
      onSaved()
      notify(t`View saved`, view.name)
      return reread()
    },
    onError: error => notify(t`The view was not saved`, error.message, "bad"),
  })
  const remove = useMutation({
    mutationFn: () => call("POST /v1/saved-views/{id}/delete", {}, { path }),
    onSuccess: () => {
      onShow({})
      return reread()
    },
    onError: error => notify(t`The view was not deleted`, error.message, "bad"),
  })
  return (
    <>
      {changed && (
        <Button size="sm" variant="ghost" disabled={change.isPending} onClick={() => change.mutate(changed)}>
          {t`Save changes`}
        </Button>
      )}
      <DropDown
        trigger={
          <DropDownTrigger render={<Button size="icon" variant="ghost" aria-label={t`Actions of the view ${view.name}`} />}>
            <Ellipsis className="size-4" aria-hidden />
          </DropDownTrigger>
        }
      >
        <DropDownItem onClick={() => setRenaming(true)}>{t`Rename…`}</DropDownItem>
        <DropDownItem onClick={() => change.mutate({ shared: !view.shared })}>
          {view.shared ? t`Stop sharing it` : t`Share it with everybody`}
        </DropDownItem>
        <DropDownLine />
        <DropDownItem isDanger onClick={() => remove.mutate()}>
          {t`Delete the view`}
        </DropDownItem>
      </DropDown>
      <FormDialog
        id={`rename ${view._id}`}
        title={t`Rename the view`}
        fields={[{ name: "name", label: t`Name`, kind: "text", isRequired: true, initial: view.name }]}
        isEdit
        submit={() => t`Save`}
        isOpen={isRenaming}
        onClose={() => setRenaming(false)}
        send={(input, idempotencyKey) => request("POST /v1/saved-views/{id}/update", input, { path, idempotencyKey })}
        onDone={() => void reread()}
      />
    </>
  )
}
