import { useNavigate } from "@tanstack/react-router"
import { useState } from "react"
import { importKinds, maxFileMiB } from "../../../src/insight/imports/values.ts"
import type { Output } from "../../client.ts"
import { choicesOf } from "../../dashboard/fields.ts"
import { UploadDialog } from "../../dashboard/upload-dialog.tsx"
import { type Field, textOf, type Values } from "../../lib/form.ts"
import { useOnce } from "../../lib/once.ts"
import { t } from "../../lib/translate.ts"
import { useUpload } from "../../lib/upload-file.ts"
import { upload } from "../../lib/upload.ts"
import { FieldInput } from "../../ui/field.tsx"
import { FilePicker } from "../../ui/file-picker.tsx"
import { ProgressBar } from "../../ui/progress-bar.tsx"

const fields: Field[] = [
  { name: "kind", label: t`What the rows are`, kind: "choice", isRequired: true, choices: choicesOf(importKinds) },
  {
    name: "decimal",
    label: t`Amounts are written`,
    kind: "choice",
    isRequired: true,
    initial: ".",
    choices: [
      { value: ".", label: "1,234.50" },
      { value: ",", label: "1.234,50" },
    ],
  },
  {
    name: "dates",
    label: t`Dates are written`,
    kind: "choice",
    isRequired: true,
    initial: "ymd",
    choices: [
      { value: "ymd", label: "2027-01-31" },
      { value: "dmy", label: "31.01.2027" },
      { value: "mdy", label: "01/31/2027" },
    ],
  },
]
const nothing: Values = { kind: "", decimal: ".", dates: "ymd" }

type Props = { values: Values; onClose(): void }

export function ImportFileDialog({ isOpen, ...props }: Props & { isOpen: boolean }) {
  return isOpen ? <Open {...props} /> : null
}

function sendFile(values: Values, file: File, options: Parameters<typeof upload>[2]) {
  const chosen = Object.fromEntries(fields.map(({ name }) => [name, textOf(values, name)]))
  const query = new URLSearchParams({ ...chosen, fileName: file.name })
  return upload<Output<"POST /v1/imports/create">>(`/v1/imports/create?${query}`, file, options)
}

const errorsIn = (values: Values, file: File | undefined) => ({
  ...(textOf(values, "kind") === "" && { kind: t`This field is required.` }),
  ...(!file && { file: t`Choose the file.` }),
  ...(file && file.size > maxFileMiB * 1024 * 1024 && { file: t`The file is larger than ${maxFileMiB} MiB. Import it in parts.` }),
})

/** Sends the file, which is then a draft: its page has the mapping and the preview. */
function Open({ values: given, onClose }: Props) {
  const [values, setValues] = useState<Values>({ ...nothing, ...given })
  const [file, setFile] = useState<File | undefined>(undefined)
  const [errors, setErrors] = useState<{ kind?: string; file?: string }>({})
  const navigate = useNavigate()
  const { sending, share, stop, error } = useUpload(options => sendFile(values, file!, options))
  const once = useOnce()
  const close = () => {
    stop()
    onClose()
  }
  const onSubmit = () => {
    const found = errorsIn(values, file)
    setErrors(found)
    if (Object.keys(found).length === 0) once(send)
  }
  const send = async () => {
    const { _id } = await sending.mutateAsync()
    onClose()
    await navigate({ to: "/$resource/$id", params: { resource: "imports", id: _id } })
  }
  return (
    <UploadDialog
      title={t`Import a file`}
      description={t`Nothing is created yet: you see first how the rows are understood.`}
      verb={t`Continue`}
      doing={t`Sending…`}
      isSending={sending.isPending}
      error={error}
      onSubmit={onSubmit}
      onClose={close}
    >
      {fields.map(field => (
        <FieldInput
          key={field.name}
          field={field}
          values={values}
          error={field.name === "kind" ? errors.kind : undefined}
          onChange={value => {
            setValues(current => ({ ...current, [field.name]: value }))
            setErrors({})
          }}
        />
      ))}
      <FilePicker
        label={t`CSV file`}
        hint={t`CSV in UTF-8 with a line of column names, up to ${maxFileMiB} MiB`}
        file={file}
        error={errors.file}
        onFile={chosen => {
          setFile(chosen)
          setErrors({})
        }}
      />
      {sending.isPending && <ProgressBar label={t`Sending`} share={share} words={t`Sending the file…`} />}
    </UploadDialog>
  )
}
