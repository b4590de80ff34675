import { useMutation } from "@tanstack/react-query"
import { LogOut } from "lucide-react"
import { useState } from "react"
import { call } from "../../client.ts"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Failure } from "../../ui/failure.tsx"
import { useAssistants, useSessions } from "./queries.ts"

const counted = (n: number, noun: string) => `${n} ${noun}${n === 1 ? "" : "s"}`

/** Shows what it will end, and asks first. */
export function SignOutEverywhere() {
  const [isOpen, setOpen] = useState(false)
  const sessions = useSessions()
  const assistants = useAssistants()
  const end = useMutation({
    mutationFn: () => call("POST /v1/sessions/end-all", {}),
    onSuccess: () => location.assign("/sign-in"),
  })
  const counts = [counted(sessions.data?.count ?? 1, "session")]
  if (assistants.data && assistants.data.count > 0) counts.push(counted(assistants.data.count, "assistant"))
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <LogOut className="size-4 text-fg-3" aria-hidden /> Sign out everywhere
      </Button>
      <Dialog
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Sign out everywhere?"
        description="Use it when a device is lost or something looks wrong."
        width="max-w-md"
        footer={
          <>
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="danger" disabled={end.isPending} onClick={() => end.mutate()}>
              End {counts.join(" and ")}
            </Button>
          </>
        }
      >
        <p className="text-fg-2">
          You are signed out in every browser, including this one, and every assistant is disconnected at once. API keys and open approvals
          stay.
        </p>
        {end.isError && <Failure error={end.error} />}
      </Dialog>
    </>
  )
}
