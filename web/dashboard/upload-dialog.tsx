import { type FormEvent, type ReactNode, useId } from "react"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { Failure } from "../ui/failure.tsx"

type Props = {
  title: string
  description: string
  width?: string
  /** What the button says, before and while the file is sent. */
  verb: string
  doing: string
  isSending: boolean
  error: Error | undefined
  onSubmit(): void
  onClose(): void
  children: ReactNode
}

/** Asks for a file and what belongs to it, and sends both. */
export function UploadDialog({ title, description, width, verb, doing, isSending, error, onSubmit, onClose, children }: Props) {
  const formId = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      description={description}
      {...(width && { width })}
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            {t`Cancel`}
          </Button>
          <Button type="submit" form={formId} variant="primary" disabled={isSending}>
            {isSending ? doing : verb}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="space-y-4">
        {children}
        {error && <Failure error={error} />}
      </form>
    </Dialog>
  )
}
