import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { ShieldCheck } from "lucide-react"
import { type FormEvent, useId, useState } from "react"
import { ApiError, call, request } from "../../client.ts"
import { useOneOpen } from "../../dashboard/form-open.ts"
import type { Field } from "../../lib/form.ts"
import { rich } from "../../lib/rich.ts"
import { plural, t, whole } from "../../lib/translate.ts"
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
  { name: "password", label: t`Password`, kind: "secret", isRequired: true },
  { name: "code", label: t`Code`, kind: "text", isRequired: true },
]

const verbs = ["disable", "codes"] as const
type Verb = (typeof verbs)[number]

/** The second factor of this person: on, off, and the codes for a lost phone. */
export function TwoFactor({ onDone }: { onDone?(): void }) {
  const queries = useQueryClient()
  const [open, setOpen] = useOneOpen<"enroll" | Verb>(id => verbs.find(verb => id === `two-factor ${verb}`))
  const [codes, setCodes] = useState<readonly string[] | undefined>(undefined)
  const state = useQuery({ queryKey: ["two-factor"], queryFn: () => call("GET /v1/two-factor", {}) })
  const left = state.data?.recoveryCodesLeft ?? 0
  const close = () => {
    setOpen(undefined)
    void queries.invalidateQueries({ queryKey: ["two-factor"] })
    onDone?.()
  }
  return (
    <Card aria-label={t`Two-factor`}>
      <CardHead title={t`Second factor`} hint={t`A code from an app on your phone, besides the password`}>
        {state.data?.enabled ? (
          <>
            <Badge tone="good" icon={ShieldCheck}>
              {plural(left, t`On, ${whole(left)} recovery code left`, t`On, ${whole(left)} recovery codes left`)}
            </Badge>
            <Button size="sm" onClick={() => setOpen("codes")}>
              {t`New codes`}
            </Button>
            <Button size="sm" onClick={() => setOpen("disable")}>
              {t`Turn off`}
            </Button>
          </>
        ) : (
          state.data && (
            <Button size="sm" variant="primary" onClick={() => setOpen("enroll")}>
              {t`Turn on`}
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
        title={t`Turn the second factor off`}
        description={t`After that the password alone is enough.`}
        isDanger
        fields={proof}
        submit={() => t`Turn off`}
        send={input => request("POST /v1/two-factor/disable", input)}
        onDone={() => notify(t`The second factor is off`)}
      />
      <FormDialog<{ recoveryCodes: string[] }>
        id="two-factor codes"
        isOpen={open === "codes"}
        onClose={close}
        title={t`New recovery codes`}
        description={t`The earlier ones no longer work.`}
        fields={proof}
        submit={() => t`Make new codes`}
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
      title={t`Turn on the second factor`}
      description={t`Scan it with an authenticator app, then type the six digits it shows.`}
      footer={
        <Button type="submit" form={formId} variant="primary" disabled={!isWhole || confirm.isPending}>
          {t`Turn on`}
        </Button>
      }
    >
      {needsConfirmation(enrolment.error) && <ConfirmIdentity onConfirmed={() => void enrolment.refetch()} />}
      {enrolment.isError && !needsConfirmation(enrolment.error) && <Failure error={enrolment.error} />}
      {enrolment.data && (
        <div className="flex flex-wrap gap-5">
          <img src={enrolment.data.qr} alt={t`QR code for the authenticator app`} className="size-40 rounded-lg bg-white" />
          <form id={formId} onSubmit={onSubmit} className="min-w-0 flex-1 basis-48 space-y-3">
            <p className="text-fg-2">
              {rich`Or type this key: ${<code className="font-mono text-xs break-all">{enrolment.data.secret}</code>}`}
            </p>
            <label className="block text-xs font-medium text-fg-2">
              {t`Code`}
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
  if (hasExpired(error)) return t`The QR code expired after ten minutes. Scan the new one, then type the code that the app shows.`
  return isWrong(error) ? t`The code is wrong. Type the code that the app shows now.` : error.message
}

function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const [, copy] = useCopy(codes.join("\n"), t`Recovery codes`)
  return (
    <Dialog
      isOpen
      isShownOnce
      onClose={onClose}
      title={t`Your recovery codes`}
      description={t`If you lose your phone, sign in with one of them. Each works once. They are not shown again.`}
      footer={
        <>
          <Button onClick={copy} data-first-focus>
            {t`Copy`}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t`I have stored them`}
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
