import { useQueryClient } from "@tanstack/react-query"
import { request } from "../client.ts"
import { t } from "../lib/translate.ts"
import { FormDialog } from "../ui/form.tsx"
import type { ListSearch } from "./list-query.ts"
import type { Resource } from "./resource.ts"
import type { View, ViewContent } from "./saved-view.ts"

const fields = [
  { name: "name", label: t`Name`, kind: "text", isRequired: true, placeholder: t`Late in Brazil` },
  { name: "shared", label: t`Share it with everybody in this business`, kind: "flag" },
] as const

type Props = { resource: Resource; content: ViewContent; onClose(): void; onShow(search: ListSearch): void; onSaved(): void }

/** The form that gives what is shown a name. */
export const SaveView = ({ resource, content, onClose, onShow, onSaved }: Props) => {
  const queries = useQueryClient()
  return (
    <FormDialog
      id={`view ${resource.path}`}
      title={t`Save this view`}
      description={t`Its filters, sort order and columns, as a tab above the list.`}
      fields={fields}
      submit={() => t`Save view`}
      isOpen
      onClose={onClose}
      send={(input, idempotencyKey) =>
        request("POST /v1/saved-views/create", { list: resource.key, ...content, ...input }, { idempotencyKey }) as Promise<View>
      }
      onDone={view => {
        onSaved()
        void queries.invalidateQueries({ queryKey: ["saved-views"] }).then(() => onShow({ ...view.query, view: view._id }))
      }}
    />
  )
}
