import { Check, Copy } from "lucide-react"
import { useState } from "react"
import { Button } from "../ui/button.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { Tabs } from "../ui/tabs.tsx"
import { useCopy } from "../ui/value.tsx"
import { apiPath, type Resource, type Row } from "./resource.ts"
import { useSession } from "./session.tsx"

/** The object as the API tells it, and the command that reads it. */
export function DeveloperCard({ resource, row }: { resource: Resource; row: Row }) {
  const [view, setView] = useState<"json" | "curl">("json")
  const { user } = useSession()
  const curl = `curl "${location.origin}/v1/${apiPath(resource)}/${row._id}" \\\n  -H "Authorization: ApiKey $KEY" \\\n  -H "X-TENANT-ID: ${user.tenant._id}"`
  const text = view === "json" ? JSON.stringify(row, null, 2) : curl
  const [isCopied, copy] = useCopy(text, view === "json" ? "JSON" : "Command")
  return (
    <Card aria-label="For developers">
      <CardHead title="For developers">
        <Button size="sm" onClick={copy}>
          {isCopied ? <Check className="size-3.5 text-good" aria-hidden /> : <Copy className="size-3.5 text-fg-3" aria-hidden />} Copy
        </Button>
      </CardHead>
      <Tabs<"json" | "curl">
        label="Show"
        value={view}
        onChange={setView}
        tabs={[
          { id: "json", label: "JSON" },
          { id: "curl", label: "curl" },
        ]}
      />
      <pre
        tabIndex={0}
        aria-label={view === "json" ? "JSON" : "Command"}
        className="max-h-96 overflow-auto p-4 font-mono text-xs leading-5 text-fg-2"
      >
        {text}
      </pre>
    </Card>
  )
}
