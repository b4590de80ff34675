import { KeySquare, Plus } from "lucide-react"
import { request } from "../../client.ts"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { useOneOpen } from "../../dashboard/form-open.ts"
import { PageHead } from "../../dashboard/page-head.tsx"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { type AnyRole, useRoles } from "../../dashboard/roles.ts"
import { usePermission, useSession } from "../../dashboard/session.tsx"
import { useUsers } from "../../dashboard/user-names.ts"
import { plural, t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Empty, Skeleton } from "../../ui/empty.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { Compare } from "./compare.tsx"
import { MoneyMark } from "./permission-control.tsx"
import { type Draft, formOf, RoleDialog } from "./role-dialog.tsx"

/** What people and keys may do: the built-in roles, and those that the business has put together. */
export function Roles() {
  return usePermission()("users.view") ? <AllowedRoles /> : <Forbidden needs="users.view" />
}

function AllowedRoles() {
  const can = usePermission()
  const { query, roles } = useRoles()
  const [draft, setDraft] = useOneOpen<Draft>(id => {
    const drafts: Draft[] = roles.flatMap(from => [{ kind: "edit", from } as const, { kind: "copy", from } as const])
    return [{ kind: "new", from: undefined } as const, ...drafts].find(each => formOf(each) === id)
  })
  const own = roles.filter(each => each.own)
  const create = can("users.edit") && (
    <Button variant="primary" onClick={() => setDraft({ kind: "new", from: undefined })}>
      <Plus className="size-4" aria-hidden /> {t`New role`}
    </Button>
  )
  const rowOf = (role: AnyRole) => <RoleRow key={role.role} role={role} onOpen={kind => setDraft({ kind, from: role })} />
  return (
    <>
      <PageHead title={t`Roles`} about={t`What people and API keys may do. Take a built-in role, or put one together.`}>
        {create}
      </PageHead>
      <div className="space-y-4">
        <Card aria-label={t`Your roles`}>
          <CardHead title={t`Your roles`} hint={t`Put together by your business`} />
          <CardFailure query={query} />
          {query.isPending && <Skeleton className="mx-5 mb-5 h-12" />}
          {query.data?.length === 0 && (
            <Empty icon={KeySquare} title={t`No roles of your own`} action={create}>
              {t`Put one together when no built-in role fits, such as a bookkeeper who may book payments and send none.`}
            </Empty>
          )}
          <ul className="border-t border-line empty:hidden">{own.map(rowOf)}</ul>
        </Card>
        <Card aria-label={t`Built-in roles`}>
          <CardHead title={t`Built-in roles`} hint={t`Every business has them, and they can’t be changed. Copy one to begin with`} />
          <ul className="border-t border-line">{roles.filter(each => !each.own).map(rowOf)}</ul>
        </Card>
        <Compare roles={roles} />
      </div>
      {draft && <RoleDialog key={formOf(draft)} draft={draft} onClose={() => setDraft(undefined)} />}
    </>
  )
}

/** "2 people, 1 key" */
function useHolders(role: string): string {
  const holders = (useUsers().data ?? []).filter(user => user.role === role && user.active)
  const people = holders.filter(({ type }) => type === "person").length
  const keys = holders.length - people
  const parts = [
    people > 0 && plural(people, t`${whole(people)} person`, t`${whole(people)} people`),
    keys > 0 && plural(keys, t`${whole(keys)} key`, t`${whole(keys)} keys`),
  ]
  return parts.filter(Boolean).join(", ") || t`Nobody`
}

function RoleRow({ role, onOpen }: { role: AnyRole; onOpen(kind: "edit" | "copy"): void }) {
  const can = usePermission()
  const { user } = useSession()
  const held: readonly string[] = user.permissions
  const holders = useHolders(role.role)
  const { own } = role
  const count = role.permissions.length
  const mayChange = can("users.edit") && role.permissions.every(each => held.includes(each))
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line px-5 py-3 last:border-0">
      <div className="min-w-0 flex-1 basis-56">
        <p className="font-medium break-words">
          {role.name} {own && own.movesMoney.length > 0 && <MoneyMark />}
        </p>
        <p className="text-fg-3">{role.description || plural(count, t`${whole(count)} permission`, t`${whole(count)} permissions`)}</p>
      </div>
      <p className="w-32 text-xs text-fg-3">{holders}</p>
      {can("users.edit") && (
        <span className="flex gap-2">
          <Button size="sm" aria-label={t`Copy ${role.name}`} onClick={() => onOpen("copy")}>
            {t`Copy`}
          </Button>
          {own && mayChange && (
            <>
              <Button size="sm" aria-label={t`Change ${role.name}`} onClick={() => onOpen("edit")}>
                {t`Change`}
              </Button>
              <QuickAction
                label={t`Delete`}
                isDanger
                run={() => request("POST /v1/roles/{id}/delete", {}, { path: { id: role.role } })}
                done={t`${role.name} deleted`}
                confirm={{ title: t`Delete ${role.name}?`, about: t`Only a role that nobody has can be deleted.` }}
              />
            </>
          )}
        </span>
      )}
    </li>
  )
}
