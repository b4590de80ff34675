import { useMutation, useQuery } from "@tanstack/react-query"
import { Fingerprint } from "lucide-react"
import { useState } from "react"
import { ApiError, call, request } from "../client.ts"
import { confirmByPasskey, knowsPasskeys } from "../lib/passkeys.ts"
import { t } from "../lib/translate.ts"
import { Button } from "./button.tsx"
import { control } from "./control.ts"

/** A sensitive action needs a proof from the last ten minutes, one that sends money from the last day. */
export const needsConfirmation = (error: unknown) => error instanceof ApiError && error.failure.code === "AUT-1009"

/** The service's message also mentions the e-mail of a sign-in, so it is replaced. */
export const isWrong = (error: unknown) => error instanceof ApiError && error.failure.code === "AUT-1006"

/** Asks for the password or a passkey, then repeats the refused request. */
export function ConfirmIdentity({ onConfirmed }: { onConfirmed(): void }) {
  const [password, setPassword] = useState("")
  const confirm = useMutation({ mutationFn: () => request("POST /v1/sessions/confirm", { password }), onSuccess: onConfirmed })
  const passkeys = useQuery({ queryKey: ["passkeys"], queryFn: () => call("GET /v1/passkeys", {}), enabled: knowsPasskeys() })
  const byPasskey = useMutation({ mutationFn: confirmByPasskey, onSuccess: onConfirmed })
  return (
    <div role="alert" className="rounded-lg bg-warn-soft p-3">
      <label htmlFor="confirm-password" className="mb-1 block text-sm font-medium">
        {t`Confirm that it is you: your password`}
      </label>
      <div className="flex gap-2">
        <input
          id="confirm-password"
          type="password"
          autoComplete="current-password"
          autoFocus
          value={password}
          onChange={event => setPassword(event.target.value)}
          onKeyDown={event => {
            if (event.key !== "Enter") return
            event.preventDefault()
            confirm.mutate()
          }}
          className={control}
        />
        <Button disabled={password === "" || confirm.isPending} onClick={() => confirm.mutate()}>
          {t`Confirm`}
        </Button>
      </div>
      {confirm.isError && (
        <p className="mt-1 text-xs text-bad">{isWrong(confirm.error) ? t`The password is wrong.` : confirm.error.message}</p>
      )}
      {passkeys.data && passkeys.data.count > 0 && (
        <Button size="sm" className="mt-2" disabled={byPasskey.isPending} onClick={() => byPasskey.mutate()}>
          <Fingerprint className="size-3.5 text-fg-3" aria-hidden /> {t`Use a passkey instead`}
        </Button>
      )}
      {byPasskey.isError && <p className="mt-1 text-xs text-bad">{byPasskey.error.message}</p>}
    </div>
  )
}
