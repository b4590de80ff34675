import { useMutation } from "@tanstack/react-query"
import { LogOut } from "lucide-react"
import { useState } from "react"
import { call } from "../../client.ts"
import { listOf, plural, t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Failure } from "../../ui/failure.tsx"
import { useAssistants, useSessions } from "./queries.ts"

/** Shows what it will end, and asks first. */
export function SignOutEverywhere() {
  const [isOpen, setOpen] = useState(false)
  const sessions = useSessions()
  const assistants = useAssistants()
  const end = useMutation({
    mutationFn: () => call("POST /v1/sessions/end-all", {}),
    onSuccess: () => location.assign("/sign-in"),
  })
  const [browsers, programs] = [sessions.data?.count ?? 1, assistants.data?.count ?? 0]
  const ended = [plural(browsers, t`${whole(browsers)} session`, t`${whole(browsers)} sessions`)]
  if (programs > 0) ended.push(plural(programs, t`${whole(programs)} assistant`, t`${whole(programs)} assistants`))
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <LogOut className="size-4 text-fg-3" aria-hidden /> {t`Sign out everywhere`}
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t`Sign out everywhere?`}
        description={t`Use it when a device is lost or something looks wrong.`}
        width="max-w-md"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>{t`Cancel`}</Button>
            <Button variant="danger" disabled={end.isPending} onClick={() => end.mutate()}>
              {t`End ${listOf(ended)}`}
            </Button>
          </>
        }
      >
        <p className="text-fg-2">
          {t`You are signed out in every browser, including this one, and every assistant is disconnected at once. API keys and open
          approvals stay.`}
        </p>
        {end.isError && <Failure error={end.error} />}
      </Dialog>
    </>
  )
}
