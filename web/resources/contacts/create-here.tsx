import { useQueryClient } from "@tanstack/react-query"
import { type KeyboardEvent, useEffect, useRef, useState } from "react"
import { call, type Input } from "../../client.ts"
import { usePermission } from "../../dashboard/session.tsx"
import { looksLikeEmail } from "../../lib/email.ts"
import { fits, plain } from "../../lib/fits.ts"
import { type Choice, type Field, type FormHelp, initialValues, textOf, type Values } from "../../lib/form.ts"
import { isId } from "../../lib/is-id.ts"
import { usePaused } from "../../lib/paused.ts"
import { useFound } from "../../lib/found.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Failure } from "../../ui/failure.tsx"
import { FieldInput } from "../../ui/field.tsx"
import { useFocusOnError, useSubmit } from "../../ui/form.tsx"
import { contactCreate } from "./forms.ts"

/** Where nobody has the typed name or e-mail, offers to create the contact without leaving the form. */
export function CreateContactHere({ values, fill }: FormHelp) {
  const can = usePermission()
  const [isOpen, setOpen] = useState(false)
  const help = useRef<HTMLDivElement>(null)
  const text = usePaused(textOf(values, "contact").trim())
  const { data: found, isPlaceholderData } = useFound("contacts", text)
  const isMeant = ({ value, label }: Choice) => (looksLikeEmail(text) ? plain(value) === plain(text) : fits(`${label} ${value}`, text))
  const isKnown = isId(text) || found?.some(isMeant)
  const isNew = text.length > 1 && found !== undefined && !isPlaceholderData && !isKnown
  if (!can("contacts.edit") || !(isOpen || isNew)) return null
  const close = () => {
    setOpen(false)
    help.current?.previousElementSibling?.querySelector("input")?.focus() // the field stands before its help
  }
  return (
    <div ref={help} className="-mt-2 min-w-0">
      {isOpen ? (
        <NewContact
          text={text}
          onClose={close}
          onCreated={email => {
            fill({ contact: email })
            close()
          }}
        />
      ) : (
        <Button size="sm" className="max-w-full" onClick={() => setOpen(true)}>
          <span className="truncate">{t`Create contact “${text}”…`}</span>
        </Button>
      )}
    </div>
  )
}

/** E-mail and name: the rest can be added on the contact's page. */
const fields: readonly Field[] = contactCreate.fields
  .slice(0, 3)
  .map(field => (field.name === "email" ? field : { ...field, isHalf: true as const }))

function typedAs(text: string): Values {
  if (text.includes("@")) return { email: text }
  const [firstName = "", ...others] = text.split(/\s+/)
  return { "profile.firstName": firstName, "profile.lastName": others.join(" ") }
}

type Props = { text: string; onCreated(email: string): void; onClose(): void }

/** It stands inside of another form, so it is none itself: Enter must not send the form around it. */
function NewContact({ text, onCreated, onClose }: Props) {
  const queries = useQueryClient()
  const group = useRef<HTMLDivElement>(null)
  const [values, setValues] = useState<Values>(() => ({ ...initialValues(fields), ...typedAs(text) }))
  const send = (input: Record<string, unknown>, idempotencyKey: string) =>
    call("POST /v1/contacts/create", { profile: {}, ...input } as Input<"POST /v1/contacts/create">, { idempotencyKey })
  const onDone = ({ email }: { email: string }) => {
    void queries.invalidateQueries({
      predicate: ({ queryKey }) => ["contacts", "search", "GET /v1/contacts"].includes(String(queryKey[0])),
    })
    onCreated(email)
  }
  const { mutation, errors, onSubmit } = useSubmit({ send, onDone }, fields, values, () => undefined)
  useFocusOnError(group, errors, mutation.error)
  useEffect(() => {
    const inputs = Array.from(group.current?.querySelectorAll("input") ?? [])
    inputs.find(({ value }) => value === "")?.focus()
  }, [])
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && event.target instanceof HTMLInputElement) onSubmit(event)
    else if (event.key === "Escape") onClose()
    else return
    event.stopPropagation()
  }
  return (
    <div
      ref={group}
      role="group"
      aria-label={t`New contact`}
      onKeyDown={onKeyDown}
      className="grid grid-cols-2 gap-3 rounded-lg bg-sunken p-3 shadow-line *:col-span-2"
    >
      {fields.map(field => (
        <FieldInput
          key={field.name}
          field={field}
          values={values}
          error={errors[field.name]}
          onChange={value => setValues({ ...values, [field.name]: value })}
        />
      ))}
      {mutation.isError && Object.keys(errors).length === 0 && <Failure error={mutation.error} />}
      <div className="flex gap-2">
        <Button size="sm" variant="primary" disabled={mutation.isPending} onClick={onSubmit}>
          {mutation.isPending ? t`Creating…` : t`Create contact`}
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          {t`Back`}
        </Button>
      </div>
    </div>
  )
}
