import { useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { request } from "../../client.ts"
import { shortDate } from "../../lib/time.ts"
import { t } from "../../lib/translate.ts"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { credentialFields, sendCredentials } from "./credential-fields.ts"
import type { Connection, Provider } from "./data.ts"
import { ProviderDialog } from "./provider-dialog.tsx"

type Props = { row: Connection; onClose(): void }

/** Replaces keys by others of the same account. */
export const RotateDialog = (props: Props) => <ProviderDialog {...props} title={t`Replace keys`} Form={RotateForm} />

function RotateForm({ row, provider, onClose }: Props & { provider: Provider }) {
  const queries = useQueryClient()
  const [fields] = useState(() => credentialFields(provider, each => describe(each, row, provider)))
  return (
    <FormDialog
      id={`rotate ${row._id}`}
      isOpen
      onClose={onClose}
      title={t`Replace keys`}
      description={t`They must belong to the account ${row.account.name}. They are tried first; from then on ${row.name} uses them,
        and you can revoke the old ones. No money moves.`}
      fields={fields}
      submit={() => t`Try and replace`}
      send={input =>
        sendCredentials(input, () =>
          request("POST /v1/gateway-connections/{id}/rotate", { credentials: {}, ...input }, { path: { id: row._id } }),
        )
      }
      onDone={() => {
        notify(t`The new keys are in use`)
        void queries.invalidateQueries({ queryKey: ["gateway-connections"] })
      }}
    />
  )
}

/** What the field has now, and that it may stay. */
function describe({ field, hint }: Provider["credentials"][number], row: Connection, { credentials }: Provider) {
  const known = row.credentials[field]
  const isOnlyOne = credentials.length === 1
  const words = [known && nowSet(known), known && !isOnlyOne && t`Leave it empty to keep it.`, hint]
  return {
    isRequired: isOnlyOne,
    ...(known && { placeholder: t`As it is` }),
    hint: words.filter(Boolean).join(" "),
  }
}

const nowSet = ({ last4, setAt }: Connection["credentials"][string]) =>
  last4 ? t`Now set, ends in ${last4}, since ${shortDate(setAt)}.` : t`Now set, since ${shortDate(setAt)}.`
