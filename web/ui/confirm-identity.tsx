import { useMutation } from "@tanstack/react-query"
import { useState } from "react"
import { ApiError, request } from "../client.ts"
import { Button } from "./button.tsx"
import { control } from "./control.ts"

/** A sensitive action needs a proof from the last ten minutes, one that sends money from the last day. */
export const needsConfirmation = (error: unknown) => error instanceof ApiError && error.failure.code === "AUT-1009"

/** The service's message also mentions the e-mail of a sign-in, so it is replaced. */
export const isWrong = (error: unknown) => error instanceof ApiError && error.failure.code === "AUT-1006"

/** Asks for the password again, then repeats the refused request. */
export function ConfirmIdentity({ onConfirmed }: { onConfirmed(): void }) {
  const [password, setPassword] = useState("")
  const confirm = useMutation({ mutationFn: () => request("POST /v1/sessions/confirm", { password }), onSuccess: onConfirmed })
  return (
    <div role="alert" className="rounded-lg bg-warn-soft p-3">
      <label htmlFor="confirm-password" className="mb-1 block text-sm font-medium">
        Confirm that it is you: your password
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
          Confirm
        </Button>
      </div>
      {confirm.isError && (
        <p className="mt-1 text-xs text-bad">{isWrong(confirm.error) ? "The password is wrong." : confirm.error.message}</p>
      )}
    </div>
  )
}
