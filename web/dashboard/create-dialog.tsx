import { useQueryClient } from "@tanstack/react-query"
import { useNavigate } from "@tanstack/react-router"
import { useRef, useState } from "react"
import { request } from "../client.ts"
import type { Values } from "../lib/form.ts"
import { capital, t } from "../lib/translate.ts"
import { FormDialog } from "../ui/form.tsx"
import { SecretDialog } from "../ui/secret-dialog.tsx"
import { notify } from "../ui/toast.tsx"
import { useDetails } from "./details.ts"
import type { Resource, Row } from "./resource.ts"

type Props = {
  resource: Resource
  /** Initial values. */
  values?: Values
  isOpen: boolean
  onClose(): void
}

/** The form that creates an object of a resource and opens it, or shows its secret once. */
export function CreateDialog({ resource, values, isOpen, onClose }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [secret, setSecret] = useState<{ label: string; value: string } | undefined>(undefined)
  const sent = useRef<Record<string, unknown>>({})
  const form = useDetails(resource.key).create!
  const { about, submit, route, toInput, reveals, useFields = () => form.fields } = form
  const fields = useFields()
  if (form.Dialog) return <form.Dialog isOpen={isOpen} values={values ?? {}} onClose={onClose} />
  return (
    <>
      <FormDialog<Row & Record<string, unknown>>
        id={`create ${resource.path}`}
        isOpen={isOpen}
        onClose={onClose}
        title={resource.create!.label}
        {...(about && { description: about })}
        fields={fields}
        {...(values && { values })}
        submit={typed => submit?.(typed) ?? t`Create ${resource.noun}`}
        send={(input, idempotencyKey) => {
          sent.current = input
          return request(route ?? `POST /v1/${resource.key}/create`, toInput?.(input) ?? input, { idempotencyKey }) as Promise<
            Row & Record<string, unknown>
          >
        }}
        onDone={row => {
          void queries.invalidateQueries({ queryKey: [resource.key] })
          notify(t`${capital(resource.noun)} created`)
          const revealed = reveals?.(row, sent.current)
          if (revealed) setSecret(revealed)
          else if (resource.object) void navigate({ to: `/${resource.path}/${row._id}` })
        }}
      />
      {secret && <SecretDialog {...secret} onClose={() => setSecret(undefined)} />}
    </>
  )
}
