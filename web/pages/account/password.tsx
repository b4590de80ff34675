import { KeyRound } from "lucide-react"
import { request } from "../../client.ts"
import { useFormOpen } from "../../dashboard/form-open.ts"
import type { Field } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"

const fields: readonly Field[] = [
  { name: "current", label: t`Your current password`, kind: "secret", isRequired: true },
  {
    name: "password",
    label: t`New password`,
    kind: "secret",
    isRequired: true,
    hint: t`12 characters or more; several ordinary words are best`,
  },
]

export function Password() {
  const [isOpen, setOpen] = useFormOpen("password")
  return (
    <Card aria-label={t`Password`}>
      <CardHead title={t`Password`} hint={t`A new one ends every other session and every assistant of yours`}>
        <Button size="sm" onClick={() => setOpen(true)}>
          <KeyRound className="size-3.5 text-fg-3" aria-hidden /> {t`Change password`}
        </Button>
      </CardHead>
      <FormDialog
        id="password"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t`Change your password`}
        description={t`You stay signed in here. Everywhere else you are signed out, and your assistants are disconnected.`}
        fields={fields}
        submit={() => t`Change password`}
        send={input => request("POST /v1/passwords/change", input)}
        onDone={() => notify(t`Password changed`)}
      />
    </Card>
  )
}
