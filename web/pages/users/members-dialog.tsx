import { useMutation, useQueryClient } from "@tanstack/react-query"
import { request } from "../../client.ts"
import { useOpenForm } from "../../lib/interrupted-form.ts"
import { useKeptState } from "../../lib/kept-state.ts"
import { t } from "../../lib/translate.ts"
import { Avatar } from "../../ui/avatar.tsx"
import { Button } from "../../ui/button.tsx"
import { ConfirmIdentity, needsConfirmation } from "../../ui/confirm-identity.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Failure } from "../../ui/failure.tsx"
import { notify } from "../../ui/toast.tsx"
import { usePeopleSearch } from "./people-search.tsx"
import type { Team, User } from "./teams-query.ts"

/** Who belongs to a team. Each change is a separate request; if one fails, the earlier ones stay. */
export function MembersDialog({ team, people, onClose }: { team: Team; people: readonly User[]; onClose(): void }) {
  const queries = useQueryClient()
  const [wanted, setWanted, forget] = useKeptState<Record<string, boolean>>(`draft members ${team._id}`, {})
  const isMember = (user: User) => user.teams.includes(team._id)
  const isChosen = (user: User) => wanted[user._id] ?? isMember(user)
  useOpenForm(`members ${team._id}`)
  const close = () => {
    forget()
    onClose()
  }
  const [found, search] = usePeopleSearch(people)
  const save = useMutation({
    async mutationFn() {
      for (const user of people.filter(each => isMember(each) !== isChosen(each))) {
        const teams = isChosen(user) ? [...user.teams, team._id] : user.teams.filter(id => id !== team._id)
        await request("POST /v1/users/{id}/update", { teams }, { path: { id: user._id } })
      }
    },
    onSuccess() {
      notify(t`Members of ${team.name} saved`)
      close()
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ["users"] }),
  })
  return (
    <Dialog
      isOpen
      onClose={close}
      title={t`Members of ${team.name}`}
      width="max-w-md"
      footer={
        <>
          <Button variant="ghost" onClick={close}>
            {t`Cancel`}
          </Button>
          <Button variant="primary" disabled={save.isPending} onClick={() => save.mutate()}>
            {save.isPending ? t`Saving…` : t`Save members`}
          </Button>
        </>
      }
    >
      {search && <div className="mb-2">{search}</div>}
      <ul>
        {found.map(user => (
          <li key={user._id}>
            <label className="flex items-center gap-3 rounded-lg px-2 py-1.5 hover:bg-hover">
              <input
                type="checkbox"
                className="size-4 accent-accent"
                checked={isChosen(user)}
                onChange={event => setWanted({ ...wanted, [user._id]: event.target.checked })}
              />
              <Avatar actor={{ name: user.name, kind: "person" }} />
              <span className="min-w-0">
                <span className="block truncate">{user.name}</span>
                <span className="block truncate text-xs text-fg-3">{user.email}</span>
              </span>
            </label>
          </li>
        ))}
      </ul>
      <div className="mt-3">
        {needsConfirmation(save.error) && <ConfirmIdentity onConfirmed={() => save.mutate()} />}
        {save.isError && !needsConfirmation(save.error) && <Failure error={save.error} />}
      </div>
    </Dialog>
  )
}
