import { useQuery, useQueryClient } from "@tanstack/react-query"
import { useState } from "react"
import { call, request } from "../client.ts"
import { Forbidden } from "../dashboard/forbidden.tsx"
import { PageHead } from "../dashboard/page-head.tsx"
import { usePermission } from "../dashboard/session.tsx"
import { say } from "../lib/words.ts"
import { Button } from "../ui/button.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { Skeleton } from "../ui/empty.tsx"
import { Fact, Facts } from "../ui/facts.tsx"
import { Failure } from "../ui/failure.tsx"
import { FormDialog } from "../ui/form.tsx"
import { notify } from "../ui/toast.tsx"
import { CopyId, When } from "../ui/value.tsx"

/** The business itself. */
export function SettingsPage() {
  return usePermission()("settings.view") ? <AllowedSettings /> : <Forbidden needs="settings.view" />
}

function AllowedSettings() {
  const can = usePermission()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useState(false)
  const settings = useQuery({ queryKey: ["settings"], queryFn: () => call("GET /v1/settings", {}) })
  if (settings.isError) return <Failure error={settings.error} onRetry={() => void settings.refetch()} />
  if (!settings.data) return <Skeleton className="h-48" />
  const { data } = settings
  return (
    <>
      <PageHead title="Settings" about="Name, time zone and how requests are understood.">
        {can("settings.edit") && <Button onClick={() => setOpen(true)}>Change</Button>}
      </PageHead>
      <Card className="max-w-2xl pb-5">
        <CardHead title="Business" />
        <div className="px-5">
          <Facts>
            <Fact label="Name">{data.name}</Fact>
            <Fact label="Mode">{say(data.mode)}</Fact>
            <Fact label="Time zone">{data.timezone}</Fact>
            <Fact label="Its clock">
              <When at={data.now} text={data.now} />
            </Fact>
            <Fact label="Retry window">{data.keylessWindowSeconds} seconds, for equal requests without a key</Fact>
            <Fact label="Tenant id">
              <CopyId label="tenant id" value={data._id} />
            </Fact>
          </Facts>
        </div>
      </Card>
      <FormDialog
        id="settings"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title="Change settings"
        fields={[
          { name: "name", label: "Name", kind: "text", isRequired: true, initial: data.name },
          {
            name: "timezone",
            label: "Time zone",
            kind: "text",
            isRequired: true,
            initial: data.timezone,
            placeholder: "America/Sao_Paulo",
          },
          {
            name: "keylessWindowSeconds",
            label: "Retry window in seconds",
            kind: "number",
            isRequired: true,
            initial: String(data.keylessWindowSeconds),
          },
        ]}
        submit={() => "Save"}
        send={input => request("POST /v1/settings/update", input)}
        onDone={() => {
          notify("Settings saved")
          void queries.invalidateQueries()
        }}
      />
    </>
  )
}
