import { UserPlus } from "lucide-react"
import { useState } from "react"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { useFormOpen, useOneOpen } from "../../dashboard/form-open.ts"
import { PageHead } from "../../dashboard/page-head.tsx"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { usePeople } from "../../dashboard/user-names.ts"
import { t, whole } from "../../lib/translate.ts"
import { Avatar } from "../../ui/avatar.tsx"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { Status } from "../../ui/status.tsx"
import { Away } from "./away.tsx"
import { InviteDialog, UserDialog } from "./dialogs.tsx"
import { usePeopleSearch } from "./people-search.tsx"
import { SessionsDialog } from "./sessions-dialog.tsx"
import { type User, useTeams } from "./teams-query.ts"

/** The people of the business and what each may do. */
export function Users() {
  return usePermission()("users.view") ? <AllowedUsers /> : <Forbidden needs="users.view" />
}

function AllowedUsers() {
  const can = usePermission()
  const [isInviting, setInviting] = useFormOpen("invite")
  const users = usePeople()
  const [edited, setEdited] = useOneOpen(id => users.data?.find(({ _id }) => id === `user ${_id}`))
  const [watched, setWatched] = useState<User | undefined>(undefined)
  const [found, search] = usePeopleSearch(users.data ?? [])
  return (
    <>
      <PageHead title={t`Users`} about={t`People sign in with e-mail, password and a second factor. A role says what they may do.`}>
        {can("users.edit") && (
          <Button variant="primary" onClick={() => setInviting(true)}>
            <UserPlus className="size-4" aria-hidden /> {t`Invite`}
          </Button>
        )}
      </PageHead>
      <div className="space-y-4">
        <Card aria-label={t`People`}>
          <CardHead title={t`People`} hint={users.data && t`${whole(users.data.length)} in this business`}>
            {search}
          </CardHead>
          <CardFailure query={users} />
          {users.isPending && <Skeleton className="mx-5 mb-5 h-24" />}
          <ul className="border-t border-line empty:hidden">
            {found.map(user => (
              <UserRow key={user._id} user={user} onEdit={() => setEdited(user)} onSessions={() => setWatched(user)} />
            ))}
          </ul>
          {users.data && found.length === 0 && <p className="px-5 py-8 text-center text-fg-3">{t`Nobody has this name or e-mail.`}</p>}
        </Card>
        <Away />
      </div>
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} onDone={() => void users.refetch()} />
      {edited && <UserDialog user={edited} onClose={() => setEdited(undefined)} onDone={() => void users.refetch()} />}
      {watched && <SessionsDialog user={watched} onClose={() => setWatched(undefined)} />}
    </>
  )
}

function UserRow({ user, onEdit, onSessions }: { user: User; onEdit(): void; onSessions(): void }) {
  const can = usePermission()
  const { user: me } = useSession()
  const teams = useTeams()
  const isYou = user._id === me._id
  const teamNames = user.teams.flatMap(id => teams.data?.find(({ _id }) => _id === id)?.name ?? [])
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-0">
      <Avatar actor={{ name: user.name, kind: "person", isYou }} />
      <div className="min-w-0 flex-1 basis-48">
        <p className="truncate font-medium">
          {user.name} {isYou && <span className="font-normal text-fg-3">{t`(you)`}</span>}
        </p>
        <p className="truncate text-fg-3">{user.email}</p>
      </div>
      <p className="min-w-0 basis-48 truncate text-xs text-fg-3 max-lg:hidden">{teamNames.join(", ")}</p>
      <Badge>{user.roleName}</Badge>
      {user.status !== "active" && <Status status={user.status} />}
      {can("users.edit") && !isYou && (
        <>
          <Button size="sm" aria-label={t`Sessions of ${user.name}`} onClick={onSessions}>
            {t`Sessions`}
          </Button>
          <Button size="sm" aria-label={t`Change ${user.name}`} onClick={onEdit}>
            {t`Change`}
          </Button>
        </>
      )}
    </li>
  )
}
