import { useQuery } from "@tanstack/react-query"
import { useNavigate, useSearch } from "@tanstack/react-router"
import { CircleCheck, CircleX } from "lucide-react"
import { type FormEvent, useId, useState } from "react"
import { ApiError, call } from "../../client.ts"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { control } from "../../ui/control.ts"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Note } from "../../ui/note.tsx"
import { Decision } from "./decision.tsx"

/** A person lets a machine in that shows them a code: the command line of `countersign login`. */
export function Device() {
  return (
    <>
      <PageHead title={t`Let a command line in`} about={t`It shows a code, and gets an API key of this business once you allow it.`} />
      <div className="max-w-xl">{usePermission()("apiKeys.edit") ? <AllowedDevice /> : <Forbidden needs="apiKeys.edit" />}</div>
    </>
  )
}

function AllowedDevice() {
  const { code = "" } = useSearch({ strict: false }) as { code?: string }
  const navigate = useNavigate()
  const [outcome, setOutcome] = useState<"approved" | "denied" | undefined>(undefined)
  const show = (next: string) => {
    setOutcome(undefined)
    void navigate({ to: ".", search: next === "" ? {} : { code: next }, replace: true })
  }
  if (outcome) return <Outcome isApproved={outcome === "approved"} />
  return code === "" ? <AskForCode onCode={show} /> : <Waiting key={code} code={code} onOutcome={setOutcome} onOther={() => show("")} />
}

function AskForCode({ onCode }: { onCode(code: string): void }) {
  const id = useId()
  const [code, setCode] = useState("")
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (code.trim() !== "") onCode(code.trim())
  }
  return (
    <Card aria-label={t`Code`} className="p-5">
      <form onSubmit={onSubmit} className="space-y-4">
        <div>
          <label htmlFor={id} className="mb-1 block text-sm font-medium">
            {t`Code on the machine`}
          </label>
          <input
            id={id}
            className={`${control} font-mono tracking-widest uppercase`}
            placeholder={t`BCDF-GHJK`}
            autoComplete="off"
            autoFocus
            maxLength={40}
            value={code}
            onChange={event => setCode(event.target.value)}
          />
          <p className="mt-1 text-xs text-fg-3">{t`Type it as your own terminal shows it, not from a message that somebody sent you.`}</p>
        </div>
        <Button type="submit" variant="primary" disabled={code.trim() === ""}>
          {t`Continue`}
        </Button>
      </form>
    </Card>
  )
}

type Props = { code: string; onOutcome(outcome: "approved" | "denied"): void; onOther(): void }

function Waiting({ code, onOutcome, onOther }: Props) {
  const login = useQuery({
    queryKey: ["device-logins", code],
    queryFn: () => call("GET /v1/device-logins/waiting", { code }),
    retry: false,
    staleTime: Infinity,
  })
  if (login.data) return <Decision login={login.data} onOutcome={onOutcome} />
  if (login.isPending) return <Skeleton className="h-64 w-full" />
  const isUnknown = login.error instanceof ApiError && login.error.status === 404
  if (!isUnknown) return <Failure error={login.error} onRetry={() => void login.refetch()} />
  return (
    <Note
      tone="warn"
      icon={CircleX}
      role="alert"
      title={t`Nothing waits under this code`}
      action={
        <Button size="sm" onClick={onOther}>
          {t`Type another code`}
        </Button>
      }
    >
      {t`It was mistyped, was answered already, or is older than ten minutes. Start again on the machine if need be.`}
    </Note>
  )
}

const Outcome = ({ isApproved }: { isApproved: boolean }) => (
  <Card aria-label={t`Outcome`}>
    <Empty icon={isApproved ? CircleCheck : CircleX} title={isApproved ? t`The machine is let in` : t`The machine was refused`}>
      {isApproved
        ? t`Go back to it: it gets its key within seconds. You find the key under API keys, and can delete it there at any time.`
        : t`No key was made. If you did not start this yourself, somebody may have tried to get a key of yours.`}
    </Empty>
  </Card>
)
