import { useMutation } from "@tanstack/react-query"
import { Fragment, type ReactNode, type RefObject, useEffect, useId, useRef, useState } from "react"
import { ApiError } from "../client.ts"
import { errorsByField } from "../lib/field-words.ts"
import { appliedFields, type Field, type FieldErrors, initialValues, toChange, toInput, type Values } from "../lib/form.ts"
import { useOpenForm } from "../lib/interrupted-form.ts"
import { useKeptState } from "../lib/kept-state.ts"
import { refusalInWords } from "../lib/refusal.ts"
import { t } from "../lib/translate.ts"
import { Button } from "./button.tsx"
import { ConfirmIdentity, needsConfirmation } from "./confirm-identity.tsx"
import { Dialog } from "./dialog.tsx"
import { Failure } from "./failure.tsx"
import { FieldInput } from "./field.tsx"

type Props<T> = {
  title: string
  description?: ReactNode
  /** Names the draft that survives a reload. */
  id: string
  fields: readonly Field[]
  /** Initial values that differ from those of the fields. */
  values?: Values
  /** Sends only the changed fields, and clears emptied ones. */
  isEdit?: boolean
  /** The label of the button: what will happen, with the amount if money moves. */
  submit(values: Values): string
  isDanger?: boolean
  isOpen: boolean
  onClose(): void
  onValues?(values: Values): void
  /** The key is created when the form opens, so that a double click is one request. */
  send(input: Record<string, unknown>, idempotencyKey: string): Promise<T>
  onDone(result: T): void
}

/** A form in a dialog. Errors are shown at their fields. */
export function FormDialog<T>(props: Props<T>) {
  return props.isOpen ? <OpenForm {...props} /> : null
}

function OpenForm<T>({ title, description, fields, submit, isDanger, onClose, ...props }: Props<T>) {
  const formId = useId()
  const form = useRef<HTMLFormElement>(null)
  const [values, setValues, forget] = useDraft(props.id, fields, props.values)
  const fill = (some: Values) => setValues(current => ({ ...current, ...some }))
  const close = () => {
    forget()
    onClose()
  }
  const { mutation, errors, others, onSubmit } = useSubmit(props, fields, values, close)
  useFocusOnError(form, errors, mutation.error)
  useOpenForm(props.id, props.values)
  const { onValues } = props
  useEffect(() => {
    onValues?.(values)
  }, [onValues, values])
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {props.id.startsWith("cancel ") ? t`Keep it` : t`Cancel`}
          </Button>
          <Button type="submit" form={formId} variant={isDanger ? "danger" : "primary"} disabled={mutation.isPending}>
            {mutation.isPending ? t`Sending…` : submit(values)}
          </Button>
        </>
      }
    >
      <form ref={form} id={formId} noValidate onSubmit={onSubmit} className="grid grid-cols-2 gap-4 *:col-span-2">
        {appliedFields(fields, values).map(field => (
          <Fragment key={field.name}>
            <FieldInput
              field={field}
              values={values}
              error={errors[field.name]}
              onChange={(value, others) => fill({ [field.name]: value, ...others })}
            />
            {field.Help && <field.Help values={values} fill={fill} />}
          </Fragment>
        ))}
        {needsConfirmation(mutation.error) && (
          <ConfirmIdentity onConfirmed={() => mutation.variables && mutation.mutate(mutation.variables)} />
        )}
        {mutation.isError && !needsConfirmation(mutation.error) && Object.keys(errors).length === 0 && (
          <Failure error={mutation.error} say={failure => others[0] ?? refusalInWords(failure, { fields })} onLeave={close} />
        )}
        {Object.keys(errors).length > 0 && (
          <p role="alert" className="text-sm text-bad">
            {t`Nothing was changed yet: correct the marked fields above.`} {others.join(". ")}
          </p>
        )}
      </form>
    </Dialog>
  )
}

type Sending<T> = Pick<Props<T>, "send" | "onDone" | "isEdit">

/** Sends the values if they are valid; a second click while the request is running sends nothing. */
export function useSubmit<T>({ send, onDone, isEdit = false }: Sending<T>, fields: readonly Field[], values: Values, onSent: () => void) {
  const isSending = useRef(false)
  const [key] = useState(() => crypto.randomUUID())
  const [{ byField: errors, others }, setErrors] = useState<{ byField: FieldErrors; others: string[] }>({ byField: {}, others: [] })
  const mutation = useMutation({
    mutationFn: (input: Record<string, unknown>) => send(input, key),
    onSuccess(result) {
      onDone(result)
      onSent()
    },
    onError(error) {
      if (error instanceof ApiError) setErrors(errorsByField(fields, values, error.failure.errors ?? []))
    },
    onSettled: () => void (isSending.current = false),
  })
  const onSubmit = (event: Pick<Event, "preventDefault">) => {
    event.preventDefault()
    const converted = isEdit ? toChange(fields, values) : toInput(fields, values)
    setErrors({ byField: converted.errors, others: [] })
    if (Object.keys(converted.errors).length > 0 || isSending.current) return
    isSending.current = true // the second click of a double click comes before the button is disabled
    mutation.mutate(converted.input)
  }
  return { mutation, errors, others, onSubmit }
}

/** Moves the cursor to the first wrong field, or scrolls to the error at the end of the form, which may be long. */
export function useFocusOnError(form: RefObject<HTMLElement | null>, errors: FieldErrors, error: Error | null) {
  useEffect(() => {
    if (Object.keys(errors).length > 0) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus()
    else if (error) form.current?.lastElementChild?.scrollIntoView({ block: "nearest" })
  }, [form, errors, error])
}

/** Typed values are stored in the session of this tab, so that a reload loses nothing. Secrets are never stored. */
function useDraft(id: string, fields: readonly Field[], given: Values = {}) {
  const initial = { ...initialValues(fields), ...given }
  return useKeptState<Values>(`draft ${id}`, initial, values => {
    const secrets = new Set(fields.filter(({ kind }) => kind === "secret" || kind === "credential").map(({ name }) => name))
    const isTyped = ([name, value]: [string, unknown]) => !secrets.has(name) && JSON.stringify(value) !== JSON.stringify(initial[name])
    return Object.fromEntries(Object.entries(values).filter(isTyped))
  })
}
