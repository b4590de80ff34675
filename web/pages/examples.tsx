import { Link } from "@tanstack/react-router"
import { KeyRound } from "lucide-react"
import { useState } from "react"
import { PageHead } from "../dashboard/page-head.tsx"
import { usePermission, useSession } from "../dashboard/session.tsx"
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
  const shown = examples.filter(({ isSandboxOnly }) => !isSandboxOnly || user.tenant.mode === "sandbox")
  return (
    <>
      <PageHead title="Request examples" about="Paste one into a terminal. It has your address and tenant; set the key yourself.">
        <Segment<Language> label="Language" value={language} onChange={setLanguage} options={languages} />
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="min-w-0 space-y-4">
          {shown.map(example => {
            const text = render(example, language, place)
            return (
              <Card key={example.title} aria-label={example.title} className="pb-4">
                <CardHead title={example.title} hint={example.about}>
                  <CopyButton text={text} label="Example" />
                </CardHead>
                <div className="px-5">
                  <Code label={`${example.title} in ${language}`} text={text} />
                </div>
              </Card>
            )
          })}
        </div>
        <Card aria-label="Where" className="pb-5">
          <CardHead title="Where" />
          <div className="space-y-4 px-5">
            <Facts>
              <Fact label="Address">
                <span className="font-mono text-xs break-all">{place.baseUrl}</span>
              </Fact>
              <Fact label="Tenant">
                <CopyId label="tenant id" value={place.tenant} />
              </Fact>
              <Fact label="Agents">
                <span className="font-mono text-xs break-all">{place.baseUrl}/v1/mcp</span>
              </Fact>
            </Facts>
            <p className="text-fg-2">
              A key is shown once, when it is made.{" "}
              <a href="/docs" className="underline underline-offset-2">
                The reference
              </a>{" "}
              has every operation, and{" "}
              <a href="/docs/errors" className="underline underline-offset-2">
                the errors
              </a>{" "}
              say what to do.
            </p>
            {can("apiKeys.view") && (
              <Link to="/$resource" params={{ resource: "api-keys" }} className={buttonLook()}>
                <KeyRound className="size-4 text-fg-3" aria-hidden /> API keys
              </Link>
            )}
          </div>
        </Card>
      </div>
    </>
  )
}
