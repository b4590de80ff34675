import { useMutation, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { request } from "../../client.ts"
import { Avatar } from "../../ui/avatar.tsx"
import { Button } from "../../ui/button.tsx"
import { ConfirmIdentity, needsConfirmation } from "../../ui/confirm-identity.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { Failure } from "../../ui/failure.tsx"
import { notify } from "../../ui/toast.tsx"
import { usePeopleSearch } from "./people-search.tsx"
import type { Team, User } from "./teams-query.ts"

/** Who belongs to a team. Each change of a person is a request of its own; those that were done stay done. */
export function MembersDialog({ team, people, onClose }: { team: Team; people: readonly User[]; onClose(): void }) {
  const queries = useQueryClient()
  const [chosen, setChosen] = useState(() => new Set(people.filter(user => user.teams.includes(team._id)).map(({ _id }) => _id)))
  const [found, search] = usePeopleSearch(people)
  const save = useMutation({
    async mutationFn() {
      for (const { _id, teams } of people.filter(user => user.teams.includes(team._id) !== chosen.has(user._id))) {
        const changed = chosen.has(_id) ? [...teams, team._id] : teams.filter(id => id !== team._id)
        await request("POST /v1/users/{id}/update", { teams: changed }, { path: { id: _id } })
      }
    },
    onSuccess() {
      notify(`Members of ${team.name} saved`)
      onClose()
    },
    onSettled: () => void queries.invalidateQueries({ queryKey: ["users"] }),
  })
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    setChosen(next)
  }
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Members of ${team.name}`}
      width="max-w-md"
      footer={
        <>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button variant="primary" disabled={save.isPending} onClick={() => save.mutate()}>
            {save.isPending ? "Saving…" : "Save members"}
          </Button>
        </>
      }
    >
      {search && <div className="mb-2">{search}</div>}
      <ul>
        {found.map(user => (
          <li key={user._id}>
            <label className="flex items-center gap-3 rounded-lg px-2 py-1.5 hover:bg-hover">
              <input type="checkbox" className="size-4 accent-accent" checked={chosen.has(user._id)} onChange={() => toggle(user._id)} />
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
