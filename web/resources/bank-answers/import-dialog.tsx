import { Link } from "@tanstack/react-router"
import { CheckCircle2, CircleAlert } from "lucide-react"
import { useState } from "react"
import { call, type Output } from "../../client.ts"
import { ownAccountField } from "../../dashboard/own-account-field.ts"
import { UploadDialog } from "../../dashboard/upload-dialog.tsx"
import { textOf, type Values } from "../../lib/form.ts"
import { useOnce } from "../../lib/once.ts"
import { sha256Of } from "../../lib/sha256.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { upload } from "../../lib/upload.ts"
import { useUpload } from "../../lib/upload-file.ts"
import { buttonLook } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { FieldInput } from "../../ui/field.tsx"
import { FilePicker } from "../../ui/file-picker.tsx"
import { Note } from "../../ui/note.tsx"
import { ProgressBar } from "../../ui/progress-bar.tsx"

type Answer = Output<"GET /v1/bank-answers/{id}">
type Imported = { answer: Answer; isRepeated: boolean }
type Props = { isOpen: boolean; onClose(): void; ownAccount?: string }

const maxBytes = 8 * 1024 * 1024

/** Sends an answer of the bank, and says how many payments it is about. */
export function ImportAnswerDialog({ isOpen, ...props }: Props) {
  return isOpen ? <Open {...props} /> : null
}

function Open({ onClose, ownAccount = "" }: Omit<Props, "isOpen">) {
  const [values, setValues] = useState<Values>({ ownAccount })
  const [file, setFile] = useState<File | undefined>(undefined)
  const [errors, setErrors] = useState<{ ownAccount?: string; file?: string }>({})
  const { sending, share, stop, error } = useUpload(options => importAnswer(file!, textOf(values, "ownAccount"), options))
  const once = useOnce()
  const close = () => {
    stop()
    onClose()
  }
  const onSubmit = () => {
    const found = {
      ...(textOf(values, "ownAccount") === "" && { ownAccount: t`This field is required.` }),
      ...(!file && { file: t`Choose the file.` }),
      ...(file && file.size > maxBytes && { file: t`The file is larger than 8 MiB.` }),
    }
    setErrors(found)
    if (Object.keys(found).length === 0) once(() => sending.mutateAsync())
  }
  if (sending.data) return <Result imported={sending.data} onClose={onClose} />
  return (
    <UploadDialog
      title={t`Import answer`}
      description={t`The file is imported completely or not at all. Then each part is applied to its payment once.`}
      verb={t`Import`}
      doing={t`Importing…`}
      isSending={sending.isPending}
      error={error}
      onSubmit={onSubmit}
      onClose={close}
    >
      <FieldInput field={ownAccountField} values={values} error={errors.ownAccount} onChange={value => setValues({ ownAccount: value })} />
      <FilePicker
        label={t`File of the bank`}
        file={file}
        hint={t`pain.002, or NACHA returns and changes, up to 8 MiB`}
        error={errors.file}
        onFile={setFile}
      />
      {sending.isPending && <ProgressBar label={t`Sending`} share={share} words={t`Sending the file…`} />}
    </UploadDialog>
  )
}

async function importAnswer(file: File, ownAccount: string, options: Parameters<typeof upload>[2]): Promise<Imported> {
  const sha256 = await sha256Of(file)
  const before = sha256 === undefined ? undefined : (await call("GET /v1/bank-answers", { ownAccount, sha256, limit: 1 })).data[0]
  const answer = await upload<Answer>(`/v1/bank-answers/import?${new URLSearchParams({ ownAccount })}`, file, options)
  return { answer, isRepeated: before !== undefined }
}

function Result({ imported: { answer, isRepeated }, onClose }: { imported: Imported; onClose(): void }) {
  const { _id, count, waiting } = answer
  const title = isRepeated
    ? plural(count, t`It has ${whole(count)} part. Nothing was added.`, t`It has ${whole(count)} parts. Nothing was added.`)
    : plural(count, t`It has ${whole(count)} part.`, t`It has ${whole(count)} parts.`)
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={isRepeated ? t`This file was imported before` : t`Answer imported`}
      footer={
        <Link
          to="/$resource/$id"
          params={{ resource: "bank-answers", id: _id }}
          onClick={onClose}
          className={buttonLook({ variant: "primary" })}
        >
          {t`Open the answer`}
        </Link>
      }
    >
      <div className="space-y-2">
        <Note role="status" tone={isRepeated ? "neutral" : "good"} icon={CheckCircle2} title={title}>
          {!isRepeated && t`Each is applied in a moment. The page of the answer shows what it did.`}
        </Note>
        {waiting > 0 && (
          <Note tone="warn" icon={CircleAlert}>
            {plural(
              waiting,
              t`One part waits for you, because no payment fits.`,
              t`${whole(waiting)} parts wait for you, because no payment fits.`,
            )}
          </Note>
        )}
      </div>
    </Dialog>
  )
}
