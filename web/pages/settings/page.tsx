import { useQuery } from "@tanstack/react-query"
import { Link } from "@tanstack/react-router"
import { Plug } from "lucide-react"
import { call } from "../../client.ts"
import { Forbidden } from "../../dashboard/forbidden.tsx"
import { PageHead } from "../../dashboard/page-head.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import { t } from "../../lib/translate.ts"
import { buttonLook } from "../../ui/button.tsx"
import { Skeleton } from "../../ui/empty.tsx"
import { Failure } from "../../ui/failure.tsx"
import { Branding } from "./branding.tsx"
import { ExportEverything } from "./export.tsx"
import { sections } from "./sections.tsx"
import { SettingsCard } from "./settings-card.tsx"
import { SingleSignOn } from "./single-sign-on.tsx"
import { RequiredTwoFactor } from "./two-factor.tsx"

/** The settings of the business: its name, its branding, and its automatic actions. */
export function SettingsPage() {
  return usePermission()("settings.view") ? <AllowedSettings /> : <Forbidden needs="settings.view" />
}

function AllowedSettings() {
  const can = usePermission()
  const settings = useQuery({ queryKey: ["settings"], queryFn: () => call("GET /v1/settings", {}) })
  return (
    <>
      <PageHead title={t`Settings`} about={t`The name of the business, how payers see it, and what happens automatically.`}>
        {can("gateways.view") && (
          <Link to="/$resource" params={{ resource: "gateway-connections" }} className={buttonLook()}>
            <Plug className="size-4 text-fg-3" aria-hidden /> {t`Gateways`}
          </Link>
        )}
      </PageHead>
      {settings.isError && <Failure error={settings.error} onRetry={() => void settings.refetch()} />}
      {settings.isPending && (
        <div role="status" aria-label={t`Loading`} className="space-y-4">
          <Skeleton className="h-48 w-full" />
          <Skeleton className="h-64 w-full" />
        </div>
      )}
      {settings.data && (
        <div className="space-y-4">
          <Branding key={JSON.stringify(settings.data.branding)} settings={settings.data} />
          <div className="gap-4 lg:columns-2">
            {sections.map(section => (
              <div key={section.title} className="mb-4 break-inside-avoid">
                <SettingsCard section={section} settings={settings.data} />
              </div>
            ))}
            <div className="mb-4 break-inside-avoid">
              <RequiredTwoFactor settings={settings.data} />
            </div>
            <div className="mb-4 break-inside-avoid">
              <SingleSignOn />
            </div>
            <div className="mb-4 break-inside-avoid">
              <ExportEverything />
            </div>
          </div>
        </div>
      )}
    </>
  )
}
