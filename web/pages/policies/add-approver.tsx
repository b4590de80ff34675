import { Plus } from "lucide-react"
import { useState } from "react"
import { useSession } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { say } from "../../lib/words.ts"
import { Avatar } from "../../ui/avatar.tsx"
import { Button } from "../../ui/button.tsx"
import { Dialog } from "../../ui/dialog.tsx"
import { DropDown, DropDownItem, DropDownTrigger } from "../../ui/menu.tsx"
import { usePeopleSearch } from "../users/people-search.tsx"
import type { User } from "../users/teams-query.ts"

type Props = { people: readonly User[]; onAdd(id: string): void }

const label = (
  <>
    <Plus className="size-4" aria-hidden /> {t`Add an approver`}
  </>
)

/** A menu of the remaining people, or a dialog with a search if there are many. */
export function AddApprover({ people, onAdd }: Props) {
  const [found, search] = usePeopleSearch(people)
  const [isOpen, setOpen] = useState(false)
  if (!search)
    return (
      <DropDown
        align="start"
        width="w-64"
        trigger={
          <DropDownTrigger render={<Button variant="ghost" className="m-1.5" />} disabled={people.length === 0}>
            {label}
          </DropDownTrigger>
        }
      >
        {people.map(person => (
          <DropDownItem key={person._id} onClick={() => onAdd(person._id)}>
            <Row person={person} />
          </DropDownItem>
        ))}
      </DropDown>
    )
  const add = (id: string) => {
    onAdd(id)
    setOpen(false)
  }
  return (
    <>
      <Button variant="ghost" className="m-1.5" onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t`Add an approver`} width="max-w-md">
        <div className="mb-2 p-0.5">{search}</div>
        <ul className="h-96">
          {found.map(person => (
            <li key={person._id}>
              <button
                type="button"
                onClick={() => add(person._id)}
                className="flex w-full items-center gap-2 rounded-lg px-2 py-1.5 text-start hover:bg-hover"
              >
                <Row person={person} />
              </button>
            </li>
          ))}
          {found.length === 0 && <li className="py-8 text-center text-fg-3">{t`Nobody has this name or e-mail.`}</li>}
        </ul>
      </Dialog>
    </>
  )
}

function Row({ person: { _id, name, role } }: { person: User }) {
  const { user: me } = useSession()
  return (
    <>
      <Avatar actor={{ name, kind: "person", isYou: _id === me._id }} size="sm" />
      <span className="min-w-0 truncate">{name}</span>
      <span className="ms-auto text-xs text-fg-3">{say(role)}</span>
    </>
  )
}
