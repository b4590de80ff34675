import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { ConfirmIdentity, needsConfirmation } from "../ui/confirm-identity.tsx"
import { Dialog } from "../ui/dialog.tsx"
import { FormDialog } from "../ui/form.tsx"
import { notify } from "../ui/toast.tsx"

type Question = { title: string; about: string }
type Props = { label: string; isDanger?: boolean; run(): Promise<unknown>; done: string; confirm?: Question }

/** A small button that runs one action and reports the result. With `confirm` it asks first. */
export function QuickAction({ label, isDanger, run, done, confirm }: Props) {
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const onDone = () => {
    notify(done)
    void queries.invalidateQueries()
  }
  const action = useMutation({
    mutationFn: run,
    onSuccess: onDone,
    onError: error => void (needsConfirmation(error) || notify(t`The action failed`, error.message, "bad")),
  })
  return (
    <>
      <Button
        size="sm"
        variant={isDanger ? "ghost" : "outline"}
        className={isDanger ? "text-bad" : ""}
        disabled={action.isPending}
        onClick={() => (confirm ? setAsking(true) : action.mutate())}
      >
        {label}
      </Button>
      {needsConfirmation(action.error) && (
        <Dialog isOpen onClose={() => action.reset()} title={label}>
          <ConfirmIdentity onConfirmed={() => action.mutate()} />
        </Dialog>
      )}
      {confirm && (
        <FormDialog
          id={confirm.title}
          isOpen={isAsking}
          onClose={() => setAsking(false)}
          title={confirm.title}
          description={confirm.about}
          fields={[]}
          isDanger
          submit={() => label}
          send={run}
          onDone={onDone}
        />
      )}
    </>
  )
}
