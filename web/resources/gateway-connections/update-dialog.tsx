import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { request } from "../../client.ts"
import type { Field } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import type { Connection, Provider } from "./data.ts"
import { methodFields, withMethods } from "./method-fields.ts"
import { ProviderDialog } from "./provider-dialog.tsx"

type Props = { row: Connection; onClose(): void }

/** Changes the name, the methods and their currencies. */
export const UpdateDialog = (props: Props) => <ProviderDialog {...props} title={t`Change name or methods`} Form={UpdateForm} />

function UpdateForm({ row, provider, onClose }: Props & { provider: Provider }) {
  const queries = useQueryClient()
  const [fields] = useState((): Field[] => [
    { name: "name", label: t`Name`, kind: "text", isRequired: true, initial: row.name },
    ...methodFields(provider, row),
  ])
  return (
    <FormDialog
      id={`update ${row._id}`}
      isOpen
      onClose={onClose}
      title={t`Change name or methods`}
      description={t`Payers are offered the methods that are on. Charges that have begun go on. No money moves.`}
      fields={fields}
      submit={() => t`Save`}
      send={input => request("POST /v1/gateway-connections/{id}/update", withMethods(input, provider, row), { path: { id: row._id } })}
      onDone={() => {
        notify(t`Connection changed`)
        void queries.invalidateQueries({ queryKey: ["gateway-connections"] })
      }}
    />
  )
}
