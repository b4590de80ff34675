import { Link } from "@tanstack/react-router"
import { KeyRound } from "lucide-react"
import { useState } from "react"
import { PageHead } from "../dashboard/page-head.tsx"
import { usePermission, useSession } from "../dashboard/session.tsx"
import { rich } from "../lib/rich.ts"
import { t } from "../lib/translate.ts"
import { buttonLook } from "../ui/button.tsx"
import { Card, CardHead } from "../ui/card.tsx"
import { Code } from "../ui/code.tsx"
import { CopyButton } from "../ui/copy-button.tsx"
import { Fact, Facts } from "../ui/facts.tsx"
import { Segment } from "../ui/segment.tsx"
import { CopyId } from "../ui/value.tsx"
import { examples, type Language, languages, render } from "./example-requests.ts"

/** Requests to paste, with this business's address and id in them. */
export function Examples() {
  const can = usePermission()
  const { user } = useSession()
  const [language, setLanguage] = useState<Language>("curl")
  const place = { baseUrl: location.origin, tenant: user.tenant._id }
  const reference = (
    <a href="/docs" className="underline underline-offset-2">
      {t`The reference`}
    </a>
  )
  const errors = (
    <a href="/docs/errors" className="underline underline-offset-2">
      {t`the errors`}
    </a>
  )
  const shown = examples.filter(({ isSandboxOnly }) => !isSandboxOnly || user.tenant.mode === "sandbox")
  return (
    <>
      <PageHead title={t`Request examples`} about={t`Paste one into a terminal. It has your address and tenant; set the key yourself.`}>
        <Segment<Language> label={t`Language`} value={language} onChange={setLanguage} options={languages} />
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0 space-y-4">
          {shown.map(example => {
            const text = render(example, language, place)
            return (
              <Card key={example.title} aria-label={example.title} className="pb-4">
                <CardHead title={example.title} hint={example.about}>
                  <CopyButton text={text} label={t`Example`} />
                </CardHead>
                <div className="px-5">
                  <Code label={t`${example.title} in ${language}`} text={text} />
                </div>
              </Card>
            )
          })}
        </div>
        <Card aria-label={t`Where`} className="pb-5">
          <CardHead title={t`Where`} />
          <div className="space-y-4 px-5">
            <Facts>
              <Fact label={t`Address`}>
                <span className="font-mono text-xs break-all">{place.baseUrl}</span>
              </Fact>
              <Fact label={t`Tenant`}>
                <CopyId label={t`tenant id`} value={place.tenant} />
              </Fact>
              <Fact label={t`Agents`}>
                <span className="font-mono text-xs break-all">{`${place.baseUrl}/v1/mcp`}</span>
              </Fact>
            </Facts>
            <p className="text-fg-2">
              {t`A key is shown once, when it is made.`} {rich`${reference} has every operation, and ${errors} say what to do.`}
            </p>
            {can("apiKeys.view") && (
              <Link to="/$resource" params={{ resource: "api-keys" }} className={buttonLook()}>
                <KeyRound className="size-4 text-fg-3" aria-hidden /> {t`API keys`}
              </Link>
            )}
          </div>
        </Card>
      </div>
    </>
  )
}
