import { useQuery } from "@tanstack/react-query"
import { BookmarkPlus } from "lucide-react"
import { useState } from "react"
import { call } from "../client.ts"
import { readAll } from "../lib/read-all.ts"
import { inSentence, t } from "../lib/translate.ts"
import { Button } from "../ui/button.tsx"
import { cn } from "../ui/cn.ts"
import { deferred, deferredDialog } from "../ui/deferred.tsx"
import type { Layout } from "./list-layout.ts"
import type { ListSearch } from "./list-query.ts"
import type { Resource } from "./resource.ts"
import { contentOf, isSameContent, type View } from "./saved-view.ts"

const SaveView = deferredDialog(async () => (await import("./save-view.tsx")).SaveView)
const ViewMenu = deferred(async () => (await import("./view-menu.tsx")).ViewMenu)

/** The saved views of a list that this person sees, in the order of their names. */
export function useViews({ key }: Resource): readonly View[] {
  const views = useQuery({
    queryKey: ["saved-views", key],
    queryFn: () => readAll(page => call("GET /v1/saved-views", { list: key, ...page })),
    staleTime: 30_000,
  })
  return (views.data ?? []).toSorted((a, b) => a.name.localeCompare(b.name))
}

type Props = {
  resource: Resource
  views: readonly View[]
  search: ListSearch
  layout: Layout
  /** Shows an address of this list. */
  onShow(search: ListSearch): void
  /** The view has the columns now, so this person's own are forgotten. */
  onSaved(): void
}

/** The saved views as tabs above the list, and the buttons that save what is shown. */
export function ViewTabs({ resource, views, search, layout, onShow, onSaved }: Props) {
  const [isSaving, setSaving] = useState(false)
  const view = views.find(({ _id }) => _id === search["view"])
  const shown = contentOf(search, layout)
  const isChanged = view ? !isSameContent(shown, view) : Object.keys(shown.query).length > 0
  if (views.length === 0 && !isChanged) return null
  return (
    <div className="flex min-w-0 items-center gap-1 border-b border-line px-2">
      <div role="group" aria-label={t`Saved views`} className="flex min-w-0 overflow-x-auto [scrollbar-width:none]">
        {views.length > 0 && <Tab label={t`All ${inSentence(resource.title)}`} isActive={!view} onClick={() => onShow({})} />}
        {views.map(each => (
          <Tab
            key={each._id}
            label={each.name}
            hint={each.shared ? t`Shared` : undefined}
            isActive={each === view}
            onClick={() => onShow({ ...each.query, view: each._id })}
          />
        ))}
      </div>
      <span className="ms-auto flex shrink-0 items-center gap-1">
        {isChanged && (
          <Button size="sm" variant="ghost" onClick={() => setSaving(true)}>
            <BookmarkPlus className="size-3.5" aria-hidden /> {view ? t`Save as new` : t`Save view`}
          </Button>
        )}
        {view?.mayEdit && <ViewMenu view={view} changed={isChanged ? shown : undefined} onShow={onShow} onSaved={onSaved} />}
      </span>
      {isSaving && <SaveView resource={resource} content={shown} onClose={() => setSaving(false)} onShow={onShow} onSaved={onSaved} />}
    </div>
  )
}

type TabProps = { label: string; hint?: string | undefined; isActive: boolean; onClick(): void }

const Tab = ({ label, hint, isActive, onClick }: TabProps) => (
  <button
    type="button"
    aria-pressed={isActive}
    onClick={onClick}
    className={cn(
      "my-1.5 flex h-8 max-w-56 shrink-0 items-center gap-1.5 rounded-lg px-2.5 text-sm whitespace-nowrap",
      isActive ? "bg-hover font-medium text-fg" : "text-fg-3 hover:text-fg",
    )}
  >
    <span className="truncate">{label}</span>
    {hint && <span className="text-2xs font-normal text-fg-3">{hint}</span>}
  </button>
)
