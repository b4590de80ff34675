import { request } from "../../client.ts"
import { roleChoices, useGrantableRoles } from "../../dashboard/roles.ts"
import type { Choice, Field } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { type Team, type User, useTeams } from "./teams-query.ts"

const roleField = (initial: string, choices: readonly Choice[]): Field => ({
  name: "role",
  label: t`Role`,
  kind: "choice",
  isRequired: true,
  initial,
  choices,
  hint: t`The page Roles shows what each may do`,
})

const teamsField = (teams: readonly Team[], initial: readonly string[]): Field[] =>
  teams.length === 0
    ? []
    : [
        {
          name: "teams",
          label: t`Teams`,
          kind: "choices",
          initial: initial.join(","),
          choices: teams.map(({ _id, name }) => ({ value: _id, label: name })),
        },
      ]

export function InviteDialog({ isOpen, onClose, onDone }: { isOpen: boolean; onClose(): void; onDone(): void }) {
  const roles = useGrantableRoles()
  const teams = useTeams()
  const fields: readonly Field[] = [
    { name: "email", label: t`E-mail`, kind: "email", isRequired: true },
    { name: "name", label: t`Name`, kind: "text", isRequired: true },
    roleField("viewer", roleChoices(roles)),
    ...teamsField(teams.data ?? [], []),
  ]
  return (
    <FormDialog
      id="invite"
      isOpen={isOpen}
      onClose={onClose}
      title={t`Invite somebody`}
      description={t`They get a mail with a link to choose a password. You can't grant more permissions than you have.`}
      fields={fields}
      submit={() => t`Send invitation`}
      send={(input, idempotencyKey) => request("POST /v1/users/invite", input, { idempotencyKey })}
      onDone={() => {
        notify(t`Invitation created`, t`It is sent by mail. If no mail server is set up, its link is under Mails.`)
        onDone()
      }}
    />
  )
}

export function UserDialog({ user, onClose, onDone }: { user: User; onClose(): void; onDone(): void }) {
  const grantable = roleChoices(useGrantableRoles())
  const teams = useTeams()
  const isOffered = grantable.some(({ value }) => value === user.role)
  const fields: readonly Field[] = [
    { name: "name", label: t`Name`, kind: "text", isRequired: true, initial: user.name },
    roleField(user.role, isOffered ? grantable : [...grantable, { value: user.role, label: user.roleName }]),
    ...teamsField(teams.data ?? [], user.teams),
    {
      name: "status",
      label: t`Access`,
      kind: "choice",
      isRequired: true,
      initial: user.status,
      hint: t`A disabled person is signed out at once, and their assistants stop working`,
      choices: [
        { value: "active", label: t`Active` },
        { value: "disabled", label: t`Disabled` },
      ],
    },
  ]
  return (
    <FormDialog
      id={`user ${user._id}`}
      isOpen
      isEdit
      onClose={onClose}
      title={user.name}
      description={t`A change takes effect at once, even if they are signed in.`}
      fields={fields}
      submit={() => t`Save`}
      send={({ teams: chosen, ...input }) =>
        request(
          "POST /v1/users/{id}/update",
          { ...input, ...(chosen !== undefined && { teams: chosen ?? [] }) },
          { path: { id: user._id } },
        )
      }
      onDone={() => {
        notify(t`${user.name} changed`)
        onDone()
      }}
    />
  )
}
