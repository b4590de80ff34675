import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { ShieldCheck } from "lucide-react"
import { type FormEvent, useId, useState } from "react"
import { ApiError, call, request } from "../../client.ts"
import { useOneOpen } from "../../dashboard/form-open.ts"
import type { Field } from "../../lib/form.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { ConfirmIdentity, isWrong, needsConfirmation } from "../../ui/confirm-identity.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { CardFailure, Failure } from "../../ui/failure.tsx"
import { control } from "../../ui/control.ts"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { useCopy } from "../../ui/value.tsx"

const proof: readonly Field[] = [
  { name: "password", label: "Password", kind: "secret", isRequired: true },
  { name: "code", label: "Code", kind: "text", isRequired: true },
]

const verbs = ["disable", "codes"] as const
type Verb = (typeof verbs)[number]

/** The second factor of this person: on, off, and the codes for a lost phone. */
export function TwoFactor({ onDone }: { onDone?(): void }) {
  const queries = useQueryClient()
  const [open, setOpen] = useOneOpen<"enroll" | Verb>(id => verbs.find(verb => id === `two-factor ${verb}`))
  const [codes, setCodes] = useState<readonly string[] | undefined>(undefined)
  const state = useQuery({ queryKey: ["two-factor"], queryFn: () => call("GET /v1/two-factor", {}) })
  const close = () => {
    setOpen(undefined)
    void queries.invalidateQueries({ queryKey: ["two-factor"] })
    onDone?.()
  }
  return (
    <Card aria-label="Two-factor">
      <CardHead title="Second factor" hint="A code from an app on your phone, besides the password">
        {state.data?.enabled ? (
          <>
            <Badge tone="good" icon={ShieldCheck}>
              On, {state.data.recoveryCodesLeft} recovery codes left
            </Badge>
            <Button size="sm" onClick={() => setOpen("codes")}>
              New codes
            </Button>
            <Button size="sm" onClick={() => setOpen("disable")}>
              Turn off
            </Button>
          </>
        ) : (
          state.data && (
            <Button size="sm" variant="primary" onClick={() => setOpen("enroll")}>
              Turn on
            </Button>
          )
        )}
      </CardHead>
      <CardFailure query={state} />
      {open === "enroll" && <Enroll onClose={close} />}
      <FormDialog
        id="two-factor disable"
        isOpen={open === "disable"}
        onClose={close}
        title="Turn the second factor off"
        description="After that the password alone is enough."
        isDanger
        fields={proof}
        submit={() => "Turn off"}
        send={input => request("POST /v1/two-factor/disable", input)}
        onDone={() => notify("The second factor is off")}
      />
      <FormDialog<{ recoveryCodes: string[] }>
        id="two-factor codes"
        isOpen={open === "codes"}
        onClose={close}
        title="New recovery codes"
        description="The earlier ones no longer work."
        fields={proof}
        submit={() => "Make new codes"}
        send={input => request("POST /v1/two-factor/recovery-codes", input) as Promise<{ recoveryCodes: string[] }>}
        onDone={({ recoveryCodes }) => setCodes(recoveryCodes)}
      />
      {codes && <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} />}
    </Card>
  )
}

function Enroll({ onClose }: { onClose(): void }) {
  const [code, setCode] = useState("")
  const enrolment = useQuery({
    queryKey: ["enrolment"],
    queryFn: () => call("POST /v1/two-factor/enroll", {}),
    gcTime: 0,
    staleTime: Infinity,
    retry: false,
  })
  const confirm = useMutation({
    mutationFn: () => call("POST /v1/two-factor/confirm", { code }),
    onError: error => void (hasExpired(error) && enrolment.refetch()),
  })
  const formId = useId()
  const isWhole = code.length === 6
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (isWhole && !confirm.isPending) confirm.mutate()
  }
  if (confirm.data) return <RecoveryCodes codes={confirm.data.recoveryCodes} onClose={onClose} />
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Turn on the second factor"
      description="Scan it with an authenticator app, then type the six digits it shows."
      footer={
        <Button type="submit" form={formId} variant="primary" disabled={!isWhole || confirm.isPending}>
          Turn on
        </Button>
      }
    >
      {needsConfirmation(enrolment.error) && <ConfirmIdentity onConfirmed={() => void enrolment.refetch()} />}
      {enrolment.isError && !needsConfirmation(enrolment.error) && <Failure error={enrolment.error} />}
      {enrolment.data && (
        <div className="flex flex-wrap gap-5">
          <img src={enrolment.data.qr} alt="QR code for the authenticator app" className="size-40 rounded-lg bg-white" />
          <form id={formId} onSubmit={onSubmit} className="min-w-0 flex-1 basis-48 space-y-3">
            <p className="text-fg-2">
              Or type this key: <code className="font-mono text-xs break-all">{enrolment.data.secret}</code>
            </p>
            <label className="block text-xs font-medium text-fg-2">
              Code
              <input
                inputMode="numeric"
                autoComplete="one-time-code"
                autoFocus
                value={code}
                onChange={event => setCode(event.target.value.replace(/\D/g, "").slice(0, 6))}
                className={`${control} num mt-1 tracking-[0.3em]`}
              />
            </label>
            {needsConfirmation(confirm.error) && <ConfirmIdentity onConfirmed={() => confirm.mutate()} />}
            {confirm.isError && !needsConfirmation(confirm.error) && (
              <p role="alert" className="text-xs text-bad">
                {refusalOf(confirm.error)}
              </p>
            )}
          </form>
        </div>
      )}
    </Dialog>
  )
}

/** The scanned secret expires after ten minutes. */
const hasExpired = (error: Error) => error instanceof ApiError && error.failure.code === "TFA-1002"

function refusalOf(error: Error): string {
  if (hasExpired(error)) return "The QR code expired after ten minutes. Scan the new one, then type the code that the app shows."
  return isWrong(error) ? "The code is wrong. Type the code that the app shows now." : error.message
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const [, copy] = useCopy(codes.join("\n"), "Recovery codes")
  return (
    <Dialog
      isOpen
      isShownOnce
      onClose={onClose}
      title="Your recovery codes"
      description="If you lose your phone, sign in with one of them. Each works once. They are not shown again."
      footer={
        <>
          <Button onClick={copy} data-first-focus>
            Copy
          </Button>
          <Button variant="primary" onClick={onClose}>
            I have stored them
          </Button>
        </>
      }
    >
      <ul className="grid grid-cols-2 gap-2 font-mono text-sm">
        {codes.map(code => (
          <li key={code} className="rounded-lg bg-sunken px-3 py-1.5 shadow-line">
            {code}
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
