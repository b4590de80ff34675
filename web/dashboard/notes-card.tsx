import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { type FormEvent, useState } from "react"
import { call, type Output } from "../client.ts"
import { useKeptState } from "../lib/kept-state.ts"
import { useOnce } from "../lib/once.ts"
import { mentionedIn, partsOf, toMention } from "../lib/mentions.ts"
import { t } from "../lib/translate.ts"
import { Avatar } from "../ui/avatar.tsx"
import { Button } from "../ui/button.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { Failure } from "../ui/failure.tsx"
import { When } from "../ui/value.tsx"
import { MentionField, type Person } from "./mention-field.tsx"
import { QuickAction } from "./quick-action.tsx"
import type { Resource } from "./resource.ts"
import { usePermission, useSession } from "./session.tsx"
import { useActors, usePeople } from "./user-names.ts"

type Note = Output<"GET /v1/notes">["data"][number]

const maxShown = 100

/** What colleagues wrote about an object. Contacts and partners never see it. */
export function NotesCard({ resource, id }: { resource: Resource; id: string }) {
  const can = usePermission()
  const people = toMention((usePeople().data ?? []).filter(({ status }) => status === "active"))
  const notes = useQuery({
    queryKey: ["notes", id],
    queryFn: ({ signal }) => call("GET /v1/notes", { type: resource.key, object: id, limit: maxShown }, { signal }),
    enabled: can("notes.view"),
  })
  if (!can("notes.view")) return null
  return (
    <Card aria-label={t`Notes`} className="pb-4">
      <CardHead title={t`Notes`} hint={t`For colleagues only`} />
      {notes.isError && <Failure error={notes.error} onRetry={() => void notes.refetch()} />}
      <ul className="space-y-4 px-5 empty:hidden">
        {notes.data?.data.toReversed().map(note => (
          <li key={note._id}>
            <NoteItem note={note} people={people} />
          </li>
        ))}
      </ul>
      {can("notes.edit") && <NewNote resource={resource} id={id} people={people} />}
    </Card>
  )
}

function NoteItem({ note, people }: { note: Note; people: readonly Person[] }) {
  const { user } = useSession()
  const can = usePermission()
  const actorOf = useActors()
  const queries = useQueryClient()
  const [isEditing, setEditing] = useState(false)
  const path = { id: note._id }
  const change = useMutation({
    mutationFn: (text: string) => call("POST /v1/notes/{id}/update", { text, mentions: mentionedIn(text, people) }, { path }),
    onSuccess: () => {
      setEditing(false)
      return queries.invalidateQueries({ queryKey: ["notes"] })
    },
  })
  const author = actorOf(note.author)
  return (
    <div className="flex gap-3">
      <Avatar actor={author} />
      <div className="min-w-0 flex-1">
        <p className="text-xs text-fg-3">
          <span className="text-sm font-medium text-fg">{author.isYou ? t`You` : author.name}</span> · <When at={note.createdAt} />
          {note.version > 1 && ` · ${t`edited`}`}
        </p>
        {isEditing ? (
          <EditNote
            note={note}
            people={people}
            error={change.error}
            onSave={text => change.mutate(text)}
            onCancel={() => setEditing(false)}
          />
        ) : (
          <p className="text-sm whitespace-pre-wrap wrap-anywhere">
            {partsOf(note.text, people).map((part, index) =>
              part.isMention ? (
                <strong key={index} className="font-medium text-accent">
                  {part.text}
                </strong>
              ) : (
                part.text
              ),
            )}
          </p>
        )}
        {note.author === user._id && can("notes.edit") && !isEditing && (
          <div className="mt-1 -ms-2.5 flex gap-1">
            <Button size="sm" variant="ghost" onClick={() => setEditing(true)}>
              {t`Edit`}
            </Button>
            <QuickAction
              label={t`Delete`}
              isDanger
              run={() => call("POST /v1/notes/{id}/delete", {}, { path })}
              done={t`Note deleted`}
              confirm={{ title: t`Delete the note`, about: t`Nobody sees it any more. The audit log keeps it.` }}
            />
          </div>
        )}
      </div>
    </div>
  )
}

type EditProps = { note: Note; people: readonly Person[]; error: Error | null; onSave(text: string): void; onCancel(): void }

function EditNote({ note, people, error, onSave, onCancel }: EditProps) {
  const [text, setText] = useState(note.text)
  const save = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== "") onSave(text.trim())
  }
  return (
    <form onSubmit={save} className="mt-1 space-y-2">
      <MentionField label={t`Note`} value={text} people={people} onChange={setText} />
      {error && (
        <p role="alert" className="text-sm text-bad">
          {error.message}
        </p>
      )}
      <Button type="submit" size="sm" variant="primary" disabled={text.trim() === ""}>
        {t`Save`}
      </Button>{" "}
      <Button size="sm" variant="ghost" onClick={onCancel}>
        {t`Cancel`}
      </Button>
    </form>
  )
}

const newDraft = (text = "") => ({ text, key: crypto.randomUUID() as string })

/** What is typed survives a reload. The key of the request is that of the text, so a repeated click writes one note. */
function NewNote({ resource, id, people }: { resource: Resource; id: string; people: readonly Person[] }) {
  const queries = useQueryClient()
  const [{ text, key }, setDraft, forget] = useKeptState(`draft note ${id}`, newDraft(), draft => (draft.text === "" ? {} : draft))
  const once = useOnce()
  const add = useMutation({
    mutationFn: () =>
      call(
        "POST /v1/notes/create",
        { type: resource.key, object: id, text: text.trim(), mentions: mentionedIn(text, people) },
        { idempotencyKey: key },
      ),
    onSuccess: () => {
      setDraft(newDraft())
      forget()
      return queries.invalidateQueries({ queryKey: ["notes"] })
    },
  })
  const send = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim() !== "") once(() => add.mutateAsync())
  }
  return (
    <form onSubmit={send} className="mt-4 space-y-2 px-5">
      <MentionField
        label={t`New note`}
        placeholder={t`Write a note. @ mentions a colleague, who gets a mail`}
        value={text}
        people={people}
        onChange={value => setDraft(newDraft(value))}
      />
      {add.isError && (
        <p role="alert" className="text-sm text-bad">
          {add.error.message}
        </p>
      )}
      <Button type="submit" disabled={text.trim() === "" || add.isPending}>
        {add.isPending ? t`Adding…` : t`Add note`}
      </Button>
    </form>
  )
}
