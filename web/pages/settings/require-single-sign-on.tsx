import { useQuery, useQueryClient } from "@tanstack/react-query"
import { call, type Output, request } from "../../client.ts"
import { useFormOpen } from "../../dashboard/form-open.ts"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { useSession } from "../../dashboard/session.tsx"
import type { Choice, Field } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"

const route = "POST /v1/single-sign-on/require"

/** Lets a super admin require single sign-on of everybody but one person, or allow passwords again. */
export function RequireSingleSignOn({ connection: { onlyExcept } }: { connection: Output<"GET /v1/single-sign-on"> }) {
  const queries = useQueryClient()
  const [isOpen, setOpen] = useFormOpen("require single sign-on")
  const superAdmins = useSuperAdmins()
  if (onlyExcept !== null)
    return (
      <QuickAction
        label={t`Allow passwords`}
        run={() => request(route, { required: false })}
        done={t`People may sign in with passwords and passkeys again`}
        confirm={{ title: t`Allow passwords and passkeys again?`, about: t`Single sign-on stays connected, beside them.` }}
      />
    )
  return (
    <>
      <Button size="sm" onClick={() => setOpen(true)}>
        {t`Require it`}
      </Button>
      <FormDialog
        id="require single sign-on"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t`Require single sign-on of everybody`}
        description={t`Passwords and passkeys stop working for all but one person, and everybody else signs in again by the provider.`}
        fields={fieldsOf(superAdmins)}
        submit={() => t`Require it`}
        send={({ exception }) => request(route, { required: true, exception })}
        onDone={() => {
          notify(t`Single sign-on is required`)
          void queries.invalidateQueries()
        }}
      />
    </>
  )
}

export function useSuperAdmins(): readonly Choice[] {
  const filter = { role: "super-admin", status: "active", type: "person", limit: 100 } as const
  const { data } = useQuery({ queryKey: ["users", filter], queryFn: () => call("GET /v1/users", filter) })
  const { user } = useSession()
  return (data?.data ?? []).map(({ _id, name, email }) => ({
    value: _id,
    label: _id === user._id ? t`${name} (you)` : `${name}, ${email}`,
  }))
}

const fieldsOf = (choices: readonly Choice[]): readonly Field[] => [
  {
    name: "exception",
    label: t`Exception`,
    kind: "choice",
    isRequired: true,
    choices,
    hint: t`A super admin with a password, who gets in while the provider can't be used`,
  },
]
