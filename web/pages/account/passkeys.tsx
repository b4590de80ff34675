import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Fingerprint } from "lucide-react"
import { useState } from "react"
import { call, type Output, request } from "../../client.ts"
import { useFormOpen } from "../../dashboard/form-open.ts"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import type { Field } from "../../lib/form.ts"
import { addPasskey, confirmByPasskey, knowsPasskeys } from "../../lib/passkeys.ts"
import { ago } from "../../lib/time.ts"
import { nameOfBrowser } from "../../lib/user-agent.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { When } from "../../ui/value.tsx"

type Passkey = Output<"GET /v1/passkeys">["data"][number]

const nameField = (initial: string): readonly Field[] => [
  { name: "name", label: t`Name`, kind: "text", isRequired: true, initial, hint: t`By which you find it again in this list` },
]

/** The passkeys of this person. `isDue`: nothing else opens before they have added or used one, or have a second factor. */
export function Passkeys({ isDue, onDone }: { isDue?: boolean; onDone?(): void }) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useFormOpen("passkey")
  const passkeys = useQuery({ queryKey: ["passkeys"], queryFn: () => call("GET /v1/passkeys", { limit: 100 }) })
  const rows = passkeys.data?.data ?? []
  const changed = () => {
    void queries.invalidateQueries({ queryKey: ["passkeys"] })
    onDone?.()
  }
  return (
    <Card aria-label={t`Passkeys`}>
      <CardHead title={t`Passkeys`} hint={t`Sign in with your finger, face or PIN, without password and code`}>
        {isDue && rows.length > 0 ? (
          <UsePasskey onDone={changed} />
        ) : (
          knowsPasskeys() && (
            <Button size="sm" onClick={() => setOpen(true)}>
              {t`Add a passkey`}
            </Button>
          )
        )}
      </CardHead>
      <CardFailure query={passkeys} />
      {!knowsPasskeys() && <p className="px-5 pb-5 text-sm text-fg-2">{t`This browser does not know passkeys.`}</p>}
      <ul className="border-t border-line empty:hidden">
        {rows.map(passkey => (
          <PasskeyRow key={passkey._id} passkey={passkey} isFixed={isDue} onDone={changed} />
        ))}
      </ul>
      <FormDialog
        id="passkey"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t`Add a passkey`}
        description={t`The browser asks for your finger, face or PIN next. We store only the public half.`}
        fields={nameField(nameOfBrowser(navigator.userAgent))}
        submit={() => t`Continue`}
        send={({ name }) => addPasskey(String(name))}
        onDone={() => {
          notify(t`Passkey added`, t`You can sign in with it from now on.`)
          changed()
        }}
      />
    </Card>
  )
}

function PasskeyRow({ passkey, isFixed, onDone }: { passkey: Passkey; isFixed: boolean | undefined; onDone(): void }) {
  const { _id, name, synced, lastUsedAt, createdAt } = passkey
  const [isOpen, setOpen] = useState(false)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3.5 last:border-0">
      <span className="grid size-9 shrink-0 place-items-center rounded-lg bg-sunken text-fg-2 shadow-line">
        <Fingerprint className="size-4" aria-hidden />
      </span>
      <div className="min-w-0 flex-1 basis-56">
        <p className="flex items-center gap-2 font-medium">
          <span className="truncate">{name}</span> {synced && <Badge>{t`On several devices`}</Badge>}
        </p>
        <p className="truncate text-xs text-fg-3">
          {rich`added ${<When at={createdAt} text={worldAgo(createdAt)} />}`} ·{" "}
          {lastUsedAt ? <When at={lastUsedAt} text={t`last used ${worldAgo(lastUsedAt)}`} /> : t`not used yet`}
        </p>
      </div>
      {!isFixed && (
        <span className="flex gap-2">
          <Button size="sm" onClick={() => setOpen(true)}>
            {t`Rename`}
          </Button>
          <QuickAction
            label={t`Remove`}
            isDanger
            run={() => request("POST /v1/passkeys/{id}/remove", {}, { path: { id: _id } })}
            done={t`Passkey removed`}
            confirm={{ title: t`Remove ${name}?`, about: t`It no longer signs you in, and browsers that it signed in are signed out.` }}
          />
        </span>
      )}
      <FormDialog
        id={`passkey ${_id}`}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t`Rename the passkey`}
        fields={nameField(name)}
        submit={() => t`Save`}
        send={input => request("POST /v1/passkeys/{id}/update", input, { path: { id: _id } })}
        onDone={onDone}
      />
    </li>
  )
}

function UsePasskey({ onDone }: { onDone(): void }) {
  const use = useMutation({
    mutationFn: confirmByPasskey,
    onSuccess: onDone,
    onError: error => notify(t`The passkey was not accepted`, error.message, "bad"),
  })
  return (
    <Button size="sm" variant="primary" disabled={use.isPending} onClick={() => use.mutate()}>
      {t`Use your passkey`}
    </Button>
  )
}

/** Passkeys use real time; a sandbox's clock may be ahead of it. */
const worldAgo = (at: string) => ago(at, new Date())
