import { useQuery } from "@tanstack/react-query"
import { UserPlus } from "lucide-react"
import { useState } from "react"
import { roleNames } from "../../src/kit/pure/permissions.ts"
import { call, type Output, request } from "../client.ts"
import { Forbidden } from "../dashboard/forbidden.tsx"
import { PageHead } from "../dashboard/page-head.tsx"
import { usePermission, useSession } from "../dashboard/session.tsx"
import type { Field } from "../lib/form.ts"
import { say } from "../lib/words.ts"
import { Badge } from "../ui/badge.tsx"
import { Button } from "../ui/button.tsx"
import { Card } from "../ui/card.tsx"
import { Skeleton } from "../ui/empty.tsx"
import { Failure } from "../ui/failure.tsx"
import { FormDialog } from "../ui/form.tsx"
import { Status } from "../ui/status.tsx"
import { notify } from "../ui/toast.tsx"
import { choicesOf } from "./fields.ts"

type User = Output<"GET /v1/users">["data"][number]

/** The people of the business and what each may do. */
export function Users() {
  return usePermission()("users.view") ? <AllowedUsers /> : <Forbidden needs="users.view" />
}

function AllowedUsers() {
  const can = usePermission()
  const [isInviting, setInviting] = useState(false)
  const [edited, setEdited] = useState<User | undefined>(undefined)
  const users = useQuery({ queryKey: ["users", "people"], queryFn: () => call("GET /v1/users", { type: "person", limit: 100 } as never) })
  return (
    <>
      <PageHead title="Users" about="People sign in with e-mail, password and a second factor. A role says what they may do.">
        {can("users.edit") && (
          <Button variant="primary" onClick={() => setInviting(true)}>
            <UserPlus className="size-4" aria-hidden /> Invite
          </Button>
        )}
      </PageHead>
      <Card aria-label="Users">
        {users.isError && (
          <div className="p-4">
            <Failure error={users.error} onRetry={() => void users.refetch()} />
          </div>
        )}
        {users.isPending && <Skeleton className="m-5 h-24" />}
        <ul>
          {users.data?.data.map(user => (
            <UserRow key={user._id} user={user} onEdit={() => setEdited(user)} />
          ))}
        </ul>
      </Card>
      <InviteDialog isOpen={isInviting} onClose={() => setInviting(false)} onDone={() => void users.refetch()} />
      {edited && <UserDialog user={edited} onClose={() => setEdited(undefined)} onDone={() => void users.refetch()} />}
    </>
  )
}

const roleField = (initial: string): Field => ({
  name: "role",
  label: "Role",
  kind: "choice",
  isRequired: true,
  initial,
  choices: choicesOf(roleNames),
})
const inviteFields: readonly Field[] = [
  { name: "email", label: "E-mail", kind: "email", isRequired: true },
  { name: "name", label: "Name", kind: "text", isRequired: true },
  roleField("viewer"),
]

function InviteDialog({ isOpen, onClose, onDone }: { isOpen: boolean; onClose(): void; onDone(): void }) {
  return (
    <FormDialog
      id="invite"
      isOpen={isOpen}
      onClose={onClose}
      title="Invite somebody"
      description="They get a mail with a link to choose a password."
      fields={inviteFields}
      submit={() => "Send invitation"}
      send={(input, idempotencyKey) => request("POST /v1/users/invite", input, { idempotencyKey })}
      onDone={() => {
        notify("Invitation sent")
        onDone()
      }}
    />
  )
}

function UserDialog({ user, onClose, onDone }: { user: User; onClose(): void; onDone(): void }) {
  const [fields] = useState<readonly Field[]>(() => [
    roleField(user.role),
    { name: "status", label: "Status", kind: "choice", isRequired: true, initial: user.status, choices: choicesOf(["active", "disabled"]) },
  ])
  return (
    <FormDialog
      id={`user ${user._id}`}
      isOpen
      onClose={onClose}
      title={user.name}
      description="A changed role holds at once, also where they are signed in."
      fields={fields}
      submit={() => "Save"}
      send={input => request("POST /v1/users/{id}/update", input, { path: { id: user._id } })}
      onDone={() => {
        notify("User changed")
        onDone()
      }}
    />
  )
}

function UserRow({ user, onEdit }: { user: User; onEdit(): void }) {
  const can = usePermission()
  const { user: me } = useSession()
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium">
          {user.name} {user._id === me._id && <span className="font-normal text-fg-3">(you)</span>}
        </p>
        <p className="truncate text-fg-3">{user.email}</p>
      </div>
      <Badge>{say(user.role)}</Badge>
      {user.status !== "active" && <Status status={user.status} />}
      {can("users.edit") && user._id !== me._id && (
        <Button size="sm" onClick={onEdit}>
          Change
        </Button>
      )}
    </li>
  )
}
