import { useQuery } from "@tanstack/react-query"
import { ChevronDown } from "lucide-react"
import { useState } from "react"
import { request } from "../client.ts"
import { t } from "../lib/translate.ts"
import { Card } from "../ui/card.tsx"
import { Code } from "../ui/code.tsx"
import { CopyButton } from "../ui/copy-button.tsx"
import { Segment } from "../ui/segment.tsx"
import { type Resource, type Row } from "./resource.ts"
import { useSession } from "./session.tsx"
import type { Entry } from "./entry.ts"

type View = "json" | "curl" | "request"
const names: Record<View, string> = { json: "JSON", curl: t`Command`, request: t`Request` }

/** Stored in this browser: developers open it once, and everybody else sees no code. */
const storageKey = "developer card"

/** The object as the API returns it, the command that reads it, and the request that created it. */
export function DeveloperCard({ resource, row, asOf }: { resource: Resource; row: Row; asOf?: string }) {
  const [view, setView] = useState<View>("json")
  const { user } = useSession()
  const made = useRequestThatMade(resource, row)
  const texts: Record<View, string> = {
    json: JSON.stringify(row, null, 2),
    curl: [
      `curl "${location.origin}/v1/${resource.key}/${row._id}${asOf === undefined ? "" : `?asOf=${asOf}`}" \\`,
      `  -H "Authorization: ApiKey $KEY" \\`,
      `  -H "X-TENANT-ID: ${user.tenant._id}"`,
    ].join("\n"),
    request: made ?? t`The entry of its creation is not among those shown here.`,
  }
  const options: { id: View; label: string }[] = [
    { id: "json", label: "JSON" },
    { id: "curl", label: "curl" },
  ]
  if (!resource.object!.hasNoTimeline) options.push({ id: "request", label: t`Request that created it` })
  return (
    <Card aria-label={t`For developers`} className="print:hidden">
      <details
        className="group"
        open={localStorage.getItem(storageKey) === "open"}
        onToggle={event => localStorage.setItem(storageKey, event.currentTarget.open ? "open" : "closed")}
      >
        <summary className="flex cursor-pointer list-none items-center gap-2 rounded-xl px-5 py-4 text-sm font-semibold hover:bg-hover">
          <h2 className="flex-1">{t`For developers`}</h2>
          <ChevronDown className="size-4 text-fg-3 group-open:rotate-180" aria-hidden />
        </summary>
        <div className="px-5 pt-1 pb-4">
          <div className="flex flex-wrap items-center justify-between gap-2">
            <Segment<View> label={t`Show`} value={view} onChange={setView} options={options} />
            <CopyButton text={texts[view]} label={names[view]} />
          </div>
          <Code className="mt-2 max-h-96" label={names[view]} text={texts[view]} isJson={view === "json"} isWrapped={view !== "json"} />
        </div>
      </details>
    </Card>
  )
}

/** From the audit entry of its creation, which the timeline has read already. */
function useRequestThatMade(resource: Resource, row: Row): string | undefined {
  const timeline = useQuery({
    queryKey: [resource.key, "timeline", row._id],
    queryFn: () => request(`GET /v1/${resource.key}/{id}/timeline`, { limit: 50 }, { path: { id: row._id } }) as Promise<{ data: Entry[] }>,
    enabled: !resource.object!.hasNoTimeline,
  })
  const entry = timeline.data?.data.find(({ action, object }) => action.endsWith(".create") && object.id === row._id)
  if (!entry) return undefined
  const { operation, channel, client, requestId } = entry.origin
  const lines = [
    ["operation", operation],
    ["channel", channel],
    ["client", client ?? "–"],
    ["user", entry.actor.user],
    ["at", entry.at],
    ["request", requestId],
  ]
  return lines.map(([name = "", value]) => `${name.padEnd(11)}${value}`).join("\n")
}
