import { useQueryClient } from "@tanstack/react-query"
import { request } from "../../client.ts"
import { useSession } from "../../dashboard/session.tsx"
import type { Field } from "../../lib/form.ts"
import { usePeople } from "../../dashboard/user-names.ts"
import { tenantNow, tenantZone, toLocal } from "../../lib/time.ts"
import { inSentence, t } from "../../lib/translate.ts"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import type { User } from "../users/teams-query.ts"

const personField = (name: string, label: string, people: readonly User[]): Field => ({
  name,
  label,
  kind: "choice",
  isRequired: true,
  choices: people.map(({ _id, ...person }) => ({
    value: _id,
    label: `${person.name}, ${inSentence(person.roleName)}, ${person.email}`,
  })),
})

const from: Field = { name: "from", label: t`From`, kind: "moment", isRequired: true, initial: () => toLocal(tenantNow()) }
const until: Field = { name: "until", label: t`Until`, kind: "moment", isRequired: true }

type Props = {
  /** Whose approvals; if it is missing, the form asks. */
  user?: string
  isOpen: boolean
  onClose(): void
}

/** Lets another person decide for a time. Offers only people whose role may decide. */
export function HandOverDialog({ user, isOpen, onClose }: Props) {
  const queries = useQueryClient()
  const { user: me } = useSession()
  const mine: readonly string[] = me.permissions
  const deciders = (usePeople().data ?? []).filter(({ active, permissions }) => active && permissions.includes("approvals.decide"))
  const fields = [
    ...(user
      ? []
      : [
          personField(
            "user",
            t`Absent person`,
            deciders.filter(({ permissions }) => permissions.every(each => mine.includes(each))),
          ),
        ]),
    personField(
      "to",
      t`Delegate`,
      deciders.filter(({ _id }) => _id !== user),
    ),
    from,
    { ...until, hint: t`Times are those of ${tenantZone()}` },
  ]
  return (
    <FormDialog
      id={`hand over ${user ?? ""}`}
      isOpen={isOpen}
      onClose={onClose}
      title={user ? t`Hand over your approvals` : t`Hand over somebody’s approvals`}
      description={
        user
          ? t`For a time somebody else decides your approvals. You can still decide yourself, and end the delegation at any time.`
          : t`For a time somebody else decides their approvals. They can still decide themselves.`
      }
      fields={fields}
      submit={() => t`Hand over`}
      send={({ user: chosen, ...input }, idempotencyKey) =>
        request("POST /v1/users/{id}/delegate", input, { path: { id: user ?? String(chosen) }, idempotencyKey })
      }
      onDone={() => {
        notify(t`Handed over`, t`Each decision shows who made it, and for whom.`)
        void queries.invalidateQueries()
      }}
    />
  )
}
