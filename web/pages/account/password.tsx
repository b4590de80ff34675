import { KeyRound } from "lucide-react"
import { request } from "../../client.ts"
import { useFormOpen } from "../../dashboard/form-open.ts"
import type { Field } from "../../lib/form.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"

const fields: readonly Field[] = [
  { name: "current", label: "Your current password", kind: "secret", isRequired: true },
  {
    name: "password",
    label: "New password",
    kind: "secret",
    isRequired: true,
    hint: "12 characters or more; several ordinary words are best",
  },
]

export function Password() {
  const [isOpen, setOpen] = useFormOpen("password")
  return (
    <Card aria-label="Password">
      <CardHead title="Password" hint="A new one ends every other session and every assistant of yours">
        <Button size="sm" onClick={() => setOpen(true)}>
          <KeyRound className="size-3.5 text-fg-3" aria-hidden /> Change password
        </Button>
      </CardHead>
      <FormDialog
        id="password"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Change your password"
        description="You stay signed in here. Everywhere else you are signed out, and your assistants are disconnected."
        fields={fields}
        submit={() => "Change password"}
        send={input => request("POST /v1/passwords/change", input)}
        onDone={() => notify("Password changed")}
      />
    </Card>
  )
}
