import { useMutation } from "@tanstack/react-query"
import { type FormEvent, useEffect, useId, useState } from "react"
import { ApiError } from "../client.ts"
import { appliedFields, errorsByField, type Field, type FieldErrors, initialValues, toInput, type Values } from "../lib/form.ts"
import { Button } from "./button.tsx"
import { ConfirmIdentity, needsConfirmation } from "./confirm-identity.tsx"
import { Dialog } from "./dialog.tsx"
import { Failure } from "./failure.tsx"
import { FieldInput } from "./field.tsx"

type Props<T> = {
  title: string
  description?: string
  /** Names the draft that survives a reload. */
  id: string
  fields: readonly Field[]
  /** The words of the button: what will happen, with the amount where money moves. */
  submit(values: Values): string
  isDanger?: boolean
  isOpen: boolean
  onClose(): void
  /** The key is made when the form opens, so that a double click is one request. */
  send(input: Record<string, unknown>, idempotencyKey: string): Promise<T>
  onDone(result: T): void
}

/** A form in a dialog. Refusals stand at their fields. */
export function FormDialog<T>(props: Props<T>) {
  return props.isOpen ? <OpenForm {...props} /> : null
}

function OpenForm<T>({ title, description, id, fields, submit, isDanger, onClose, send, onDone }: Props<T>) {
  const formId = useId()
  const [key] = useState(() => crypto.randomUUID())
  const [values, setValues] = useDraft(id, fields)
  const [errors, setErrors] = useState<FieldErrors>({})
  const mutation = useMutation({
    mutationFn: (input: Record<string, unknown>) => send(input, key),
    onSuccess(result) {
      sessionStorage.removeItem(draftName(id))
      onDone(result)
      onClose()
    },
    onError(error) {
      if (error instanceof ApiError) setErrors(errorsByField(fields, error.failure.errors ?? []).byField)
    },
  })
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    const converted = toInput(fields, values)
    setErrors(converted.errors)
    if (Object.keys(converted.errors).length === 0 && !mutation.isPending) mutation.mutate(converted.input)
  }
  const applied = appliedFields(fields, values)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form={formId} variant={isDanger ? "danger" : "primary"} disabled={mutation.isPending}>
            {mutation.isPending ? "Sending…" : submit(values)}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={onSubmit} className="space-y-4">
        {applied.map(field => (
          <FieldInput
            key={field.name}
            field={field}
            values={values}
            error={errors[field.name]}
            onChange={value => setValues({ ...values, [field.name]: value })}
          />
        ))}
        {needsConfirmation(mutation.error) && (
          <ConfirmIdentity onConfirmed={() => mutation.variables && mutation.mutate(mutation.variables)} />
        )}
        {mutation.isError && !needsConfirmation(mutation.error) && Object.keys(errors).length === 0 && <Failure error={mutation.error} />}
        {Object.keys(errors).length > 0 && (
          <p role="alert" className="text-sm text-bad">
            Nothing was sent yet: mend what is marked above.
          </p>
        )}
      </form>
    </Dialog>
  )
}

const draftName = (id: string) => `draft ${id}`

/** Kept in the session of this tab, so that a reload loses nothing. Secrets are never kept. */
function useDraft(id: string, fields: readonly Field[]) {
  const [values, setValues] = useState<Values>(() => ({ ...initialValues(fields), ...readDraft(id) }))
  useEffect(() => {
    const secrets = new Set(fields.filter(({ kind }) => kind === "secret").map(({ name }) => name))
    const kept = Object.entries(values).filter(([name]) => !secrets.has(name))
    sessionStorage.setItem(draftName(id), JSON.stringify(Object.fromEntries(kept)))
  }, [id, fields, values])
  return [values, setValues] as const
}

function readDraft(id: string): Values {
  try {
    return JSON.parse(sessionStorage.getItem(draftName(id)) ?? "{}") as Values
  } catch {
    return {}
  }
}
