import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { request } from "../../client.ts"
import type { AnyRole } from "../../dashboard/roles.ts"
import type { Field } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { PermissionControl } from "./permission-control.tsx"

/** A role to change, or one to begin from: a new role may copy another. */
export type Draft = { kind: "new" | "copy" | "edit"; from: AnyRole | undefined }

export const formOf = ({ kind, from }: Draft) =>
  kind === "edit" ? `role ${from?.role}` : kind === "copy" ? `copy of ${from?.role}` : "new role"

export function RoleDialog({ draft, onClose }: { draft: Draft; onClose(): void }) {
  const queries = useQueryClient()
  const { kind, from } = draft
  const isEdit = kind === "edit"
  const [fields] = useState<readonly Field[]>(() => [
    {
      name: "name",
      label: t`Name`,
      kind: "text",
      isRequired: true,
      initial: isEdit ? from!.name : "",
      placeholder: t`Bookkeeper`,
    },
    {
      name: "description",
      label: t`Description`,
      kind: "text",
      initial: from && isEdit ? from.description : "",
      placeholder: t`Books what has arrived, and sends no money`,
      emptied: "",
    },
    {
      name: "permissions",
      label: t`Permissions`,
      kind: "several",
      isRequired: true,
      initial: from?.permissions.filter(each => each !== "tenant.own").join(",") ?? "",
      Control: PermissionControl,
    },
  ])
  return (
    <FormDialog
      id={formOf(draft)}
      isOpen
      isEdit={isEdit}
      onClose={onClose}
      title={isEdit ? t`Change ${from!.name}` : t`New role`}
      description={
        isEdit
          ? t`Everybody with this role has the new permissions at once, even if they are signed in.`
          : t`For people, invitations and API keys. You can’t grant more than you may do yourself.`
      }
      fields={fields}
      submit={() => (isEdit ? t`Save` : t`Create role`)}
      send={(input, idempotencyKey) =>
        isEdit
          ? request("POST /v1/roles/{id}/update", input, { path: { id: from!.role } })
          : request("POST /v1/roles/create", input, { idempotencyKey })
      }
      onDone={() => {
        notify(isEdit ? t`Role changed` : t`Role created`)
        void queries.invalidateQueries()
      }}
    />
  )
}
