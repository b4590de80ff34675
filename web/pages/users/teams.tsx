import { Plus, UsersRound } from "lucide-react"
import { useState } from "react"
import { request } from "../../client.ts"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { useOneOpen } from "../../dashboard/form-open.ts"
import { PageHead } from "../../dashboard/page-head.tsx"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { usePeople } from "../../dashboard/user-names.ts"
import type { Field } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { Avatar } from "../../ui/avatar.tsx"
import { Button } from "../../ui/button.tsx"
import { Card } from "../../ui/card.tsx"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { MembersDialog } from "./members-dialog.tsx"
import { type Team, type User, useTeams } from "./teams-query.ts"

/** Groups of people that payments and partners belong to. */
export function Teams() {
  return usePermission()("users.view") ? <AllowedTeams /> : <Forbidden needs="users.view" />
}

type Open = { kind: "create" } | { kind: "rename" | "members"; team: Team }

function AllowedTeams() {
  const can = usePermission()
  const teams = useTeams()
  const [open, setOpen] = useOneOpen<Open>(id => {
    if (id === "new team") return { kind: "create" }
    const [form, of] = id.split(" ")
    const team = teams.data?.find(({ _id }) => _id === of)
    return team && { kind: form === "members" ? "members" : "rename", team }
  })
  const people = usePeople().data ?? []
  const close = () => setOpen(undefined)
  const create = can("users.edit") && (
    <Button variant="primary" onClick={() => setOpen({ kind: "create" })}>
      <Plus className="size-4" aria-hidden /> {t`New team`}
    </Button>
  )
  return (
    <>
      <PageHead
        title={t`Teams`}
        about={t`Payments, partners and people can belong to a team. Policies and analytics can be limited to one team.`}
      >
        {create}
      </PageHead>
      <Card aria-label={t`Teams`}>
        {teams.isError && (
          <div className="p-4">
            <Failure error={teams.error} onRetry={() => void teams.refetch()} />
          </div>
        )}
        {teams.isPending && <Skeleton className="m-5 h-24" />}
        {teams.data?.length === 0 && (
          <Empty icon={UsersRound} title={t`No teams yet`} action={create}>
            {t`Create one for each branch or department, and let a policy hold payments of one team only.`}
          </Empty>
        )}
        <ul className="empty:hidden">
          {teams.data?.map(team => (
            <TeamRow
              key={team._id}
              team={team}
              members={people.filter(user => user.teams.includes(team._id))}
              onRename={() => setOpen({ kind: "rename", team })}
              onMembers={() => setOpen({ kind: "members", team })}
            />
          ))}
        </ul>
      </Card>
      {open && open.kind !== "members" && <TeamDialog open={open} onClose={close} onDone={() => void teams.refetch()} />}
      {open?.kind === "members" && <MembersDialog team={open.team} people={people} onClose={close} />}
    </>
  )
}

const maxFaces = 5

function TeamRow({ team, members, onRename, onMembers }: { team: Team; members: readonly User[]; onRename(): void; onMembers(): void }) {
  const can = usePermission()
  const { user: me } = useSession()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">{team.name}</p>
        <p className="truncate text-xs text-fg-3">{members.length === 0 ? t`Nobody yet` : members.map(({ name }) => name).join(", ")}</p>
      </div>
      <span className="flex -space-x-1.5">
        {members.slice(0, maxFaces).map(({ _id, name }) => (
          <Avatar key={_id} actor={{ name, kind: "person", isYou: _id === me._id }} />
        ))}
        {members.length > maxFaces && <span className="ps-3 text-xs text-fg-3">+{members.length - maxFaces}</span>}
      </span>
      {can("users.edit") && (
        <span className="flex gap-2">
          <Button size="sm" aria-label={t`Members of ${team.name}`} onClick={onMembers}>
            {t`Members`}
          </Button>
          <Button size="sm" aria-label={t`Rename ${team.name}`} onClick={onRename}>
            {t`Rename`}
          </Button>
        </span>
      )}
    </li>
  )
}

type DialogProps = { open: { kind: "create" } | { kind: "rename" | "members"; team: Team }; onClose(): void; onDone(): void }

function TeamDialog({ open, onClose, onDone }: DialogProps) {
  const team = open.kind === "create" ? undefined : open.team
  const [fields] = useState<readonly Field[]>(() => [
    { name: "name", label: t`Name`, kind: "text", isRequired: true, initial: team?.name ?? "", placeholder: t`Finance Dublin` },
  ])
  return (
    <FormDialog
      id={team ? `team ${team._id}` : "new team"}
      isOpen
      onClose={onClose}
      title={team ? t`Rename ${team.name}` : t`New team`}
      fields={fields}
      submit={() => (team ? t`Save` : t`Create team`)}
      send={(input, idempotencyKey) =>
        team
          ? request("POST /v1/teams/{id}/update", input, { path: { id: team._id } })
          : request("POST /v1/teams/create", input, { idempotencyKey })
      }
      onDone={() => {
        notify(team ? t`Team renamed` : t`Team created`)
        onDone()
      }}
    />
  )
}
