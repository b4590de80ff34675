import { useQuery, useQueryClient } from "@tanstack/react-query"
import { ShieldCheck } from "lucide-react"
import { call, type Output, request } from "../../client.ts"
import { useFormOpen } from "../../dashboard/form-open.ts"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { roleChoices, useRoles } from "../../dashboard/roles.ts"
import { usePermission } from "../../dashboard/session.tsx"
import type { Choice, Field } from "../../lib/form.ts"
import { rich } from "../../lib/rich.ts"
import { listOf, t } from "../../lib/translate.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { CardFailure } from "../../ui/failure.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { CopyId } from "../../ui/value.tsx"
import { RequireSingleSignOn, useSuperAdmins } from "./require-single-sign-on.tsx"

type Connection = Output<"GET /v1/single-sign-on">

/** The provider by which the people of the business sign in. */
export function SingleSignOn() {
  const can = usePermission()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useFormOpen("single sign-on")
  const { roles } = useRoles()
  const query = useQuery({ queryKey: ["single-sign-on"], queryFn: () => call("GET /v1/single-sign-on", {}) })
  const connection = query.data
  const choices = roleChoices(roles.filter(({ permissions }) => !permissions.includes("tenant.own")))
  return (
    <Card aria-label={t`Single sign-on`} className="pb-5">
      <CardHead title={t`Single sign-on`} hint={t`Your people sign in by the provider that your business uses anyway`}>
        {can("tenant.own") && connection && (
          <>
            <Button size="sm" onClick={() => setOpen(true)}>
              {connection.connected ? t`Change` : t`Connect`}
            </Button>
            {connection.connected && <RequireSingleSignOn connection={connection} />}
            {connection.connected && (
              <QuickAction
                label={t`Disconnect`}
                isDanger
                run={() => request("POST /v1/single-sign-on/disconnect", {})}
                done={t`Single sign-on is disconnected`}
                confirm={{ title: t`Disconnect single sign-on?`, about: t`People who joined by it choose a password by mail.` }}
              />
            )}
          </>
        )}
      </CardHead>
      <CardFailure query={query} />
      {connection && <State connection={connection} />}
      {connection && (
        <FormDialog
          id="single sign-on"
          isOpen={isOpen}
          onClose={() => setOpen(false)}
          title={t`Connect a provider`}
          description={t`By OpenID Connect. Whoever runs the provider decides who signs in as whom.`}
          fields={fieldsOf(connection, choices)}
          submit={() => t`Connect`}
          send={input => request("POST /v1/single-sign-on/connect", { ...input, domains: domainsIn(input["domains"]) })}
          onDone={() => {
            notify(t`Single sign-on is connected`, t`Give your people the address of your sign-in page.`)
            void queries.invalidateQueries()
          }}
        />
      )}
    </Card>
  )
}

function State({ connection: { connected, issuer, domains, onlyExcept, signInUrl, redirectUri } }: { connection: Connection }) {
  const exception = useSuperAdmins().find(({ value }) => value === onlyExcept)
  if (!connected)
    return (
      <div className="space-y-1 px-5 text-sm text-fg-2">
        <p>{t`Not connected. Allow this address at the provider first:`}</p>
        <CopyId value={redirectUri} label={t`Redirect address`} />
      </div>
    )
  return (
    <div className="space-y-1 px-5 text-sm text-fg-2">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone="good" icon={ShieldCheck}>
          {t`Connected`}
        </Badge>
        <span className="break-all">{t`${issuer}, for e-mails of ${listOf(domains)}`}</span>
      </p>
      {onlyExcept !== null && (
        <p>
          {rich`Required of everybody but ${<strong className="font-medium text-fg">{exception?.label ?? t`one super admin`}</strong>}.
          API keys are not concerned.`}
        </p>
      )}
      <p>{t`Your people sign in at`}</p>
      <CopyId value={signInUrl} label={t`Address of the sign-in page`} />
    </div>
  )
}

const domainsIn = (typed: unknown) => (typeof typed === "string" ? typed.split(/[\s,]+/).filter(each => each !== "") : typed)

function fieldsOf(connection: Connection, choices: readonly Choice[]): readonly Field[] {
  const { connected, issuer, clientId, domains, defaultRole, asksSecondFactor } = connection
  return [
    { name: "issuer", label: t`Issuer`, kind: "text", isRequired: true, initial: issuer ?? "", hint: t`Such as https://login.example.com` },
    { name: "clientId", label: t`Client ID`, kind: "text", isRequired: true, initial: clientId ?? "" },
    {
      name: "clientSecret",
      label: t`Client secret`,
      kind: "secret",
      isRequired: !connected,
      hint: connected ? t`Leave it empty to keep the stored one` : t`Stored encrypted, and never shown`,
    },
    {
      name: "domains",
      label: t`E-mail domains`,
      kind: "text",
      isRequired: true,
      initial: domains.join(", "),
      hint: t`Only verified e-mails of these are let in, such as example.com`,
    },
    {
      name: "defaultRole",
      label: t`Role of new people`,
      kind: "choice",
      isRequired: true,
      initial: defaultRole ?? "viewer",
      choices,
      hint: t`For those who sign in for the first time; change it later on the page People`,
    },
    {
      name: "asksSecondFactor",
      label: t`The provider asks everybody for a second factor`,
      kind: "flag",
      initial: asksSecondFactor,
      hint: t`Then nobody is asked for another one here`,
    },
  ]
}
