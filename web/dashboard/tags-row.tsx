import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query"
import { Plus, X } from "lucide-react"
import { type FormEvent, useId, useState } from "react"
import { call } from "../client.ts"
import { t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { control } from "../ui/control.ts"
import { notify } from "../ui/toast.tsx"
import type { Resource } from "./resource.ts"
import { usePermission } from "./session.tsx"
import { useUsedTags } from "./used-tags.ts"

/** The labels of an object, to add and to remove. The lists can be filtered by them. */
export function TagsRow({ resource, id }: { resource: Resource; id: string }) {
  const can = usePermission()
  const queries = useQueryClient()
  const [isAdding, setAdding] = useState(false)
  const queryKey = ["tags", "of", id]
  const tags = useQuery({
    queryKey,
    queryFn: ({ signal }) => call("GET /v1/tags/of", { type: resource.key, object: id }, { signal }),
    enabled: can("notes.view"),
  })
  const change = useMutation({
    mutationFn: (next: readonly string[]) => call("POST /v1/tags/set", { type: resource.key, object: id, tags: [...next] }),
    onSuccess: result => {
      queries.setQueryData(queryKey, result)
      void queries.invalidateQueries({ queryKey: ["tags", "used"] })
    },
    onError: error => notify(t`The tags were not changed`, error.message, "bad"),
  })
  if (!tags.data) return null
  const shown = change.isPending ? change.variables : tags.data.tags // a refusal shows the tags as they are
  const mayEdit = can("notes.edit")
  if (shown.length === 0 && !mayEdit) return null
  return (
    <div className="mb-4 flex flex-wrap items-center gap-1.5 px-5">
      <ul aria-label={t`Tags`} className="contents">
        {shown.map(tag => (
          <li key={tag} className="inline-flex h-6 items-center rounded-md bg-sunken ps-2 text-xs shadow-line last:me-0">
            <span className={mayEdit ? "" : "pe-2"}>{tag}</span>
            {mayEdit && (
              <button
                type="button"
                aria-label={t`Remove the tag ${tag}`}
                className="grid size-6 place-items-center text-fg-3 hover:text-fg"
                onClick={() => change.mutate(shown.filter(each => each !== tag))}
              >
                <X className="size-3" aria-hidden />
              </button>
            )}
          </li>
        ))}
      </ul>
      {mayEdit && !isAdding && (
        <Button size="sm" variant="ghost" onClick={() => setAdding(true)}>
          <Plus className="size-3.5" aria-hidden /> {t`Add a tag`}
        </Button>
      )}
      {isAdding && (
        <NewTag resource={resource} onAdd={tag => change.mutate([...new Set([...shown, tag])])} onClose={() => setAdding(false)} />
      )}
    </div>
  )
}

/** Suggests the tags that other objects of this kind have. Enter adds one and stays for the next. */
function NewTag({ resource, onAdd, onClose }: { resource: Resource; onAdd(tag: string): void; onClose(): void }) {
  const id = useId()
  const [text, setText] = useState("")
  const used = useUsedTags(resource)
  const add = (event: FormEvent) => {
    event.preventDefault()
    const tag = text.trim().toLowerCase()
    if (tag === "") return onClose()
    onAdd(tag)
    setText("")
  }
  return (
    <form onSubmit={add} className="contents">
      <input
        aria-label={t`New tag`}
        autoFocus
        list={id}
        maxLength={40}
        value={text}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => void (event.key === "Escape" && onClose())}
        onBlur={() => void (text === "" && onClose())}
        className={`${control} h-7 w-32 sm:h-7`}
      />
      <datalist id={id}>
        {used.data?.map(({ tag }) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </form>
  )
}
