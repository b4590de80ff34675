import { useQueryClient } from "@tanstack/react-query"
import { ShieldCheck } from "lucide-react"
import { request } from "../../client.ts"
import { useFormOpen } from "../../dashboard/form-open.ts"
import { QuickAction } from "../../dashboard/quick-action.tsx"
import { usePermission } from "../../dashboard/session.tsx"
import type { Field } from "../../lib/form.ts"
import { rich } from "../../lib/rich.ts"
import { t } from "../../lib/translate.ts"
import { Badge } from "../../ui/badge.tsx"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"
import { ExactWhen } from "../../ui/value.tsx"
import type { Settings } from "./settings-card.tsx"

const route = "POST /v1/settings/require-two-factor"
const fields: readonly Field[] = [
  {
    name: "graceDays",
    label: t`Time to set it up`,
    kind: "choice",
    isRequired: true,
    initial: "7",
    hint: t`Until then a note on every page reminds people. Afterwards nothing opens for them before they have set it up`,
    choices: [
      { value: "0", label: t`None: at once` },
      { value: "7", label: t`7 days` },
      { value: "14", label: t`14 days` },
      { value: "30", label: t`30 days` },
    ],
  },
]

/** Whether everybody in the business needs a second factor. */
export function RequiredTwoFactor({ settings: { twoFactor } }: { settings: Settings }) {
  const can = usePermission()
  const queries = useQueryClient()
  const [isOpen, setOpen] = useFormOpen("require two-factor")
  const { requiredFrom } = twoFactor
  return (
    <Card aria-label={t`Second factor`} className="pb-5">
      <CardHead title={t`Second factor`} hint={t`Whether everybody must sign in with a passkey, or with a code besides the password`}>
        {can("settings.edit") &&
          (requiredFrom === null ? (
            <Button size="sm" onClick={() => setOpen(true)}>
              {t`Require it`}
            </Button>
          ) : (
            <QuickAction
              label={t`No longer require it`}
              run={() => request(route, { required: false })}
              done={t`The second factor is optional`}
              confirm={{ title: t`Make the second factor optional?`, about: t`People who have one keep it until they turn it off.` }}
            />
          ))}
      </CardHead>
      <div className="px-5 text-sm text-fg-2">
        {requiredFrom === null ? (
          <p>{t`Optional. Each person decides in their account.`}</p>
        ) : (
          <p className="flex flex-wrap items-center gap-2">
            <Badge tone="good" icon={ShieldCheck}>
              {t`Required`}
            </Badge>
            <span>{rich`For everybody, from ${<ExactWhen at={requiredFrom} />}. API keys are not concerned.`}</span>
          </p>
        )}
      </div>
      <FormDialog
        id="require two-factor"
        isOpen={isOpen}
        onClose={() => setOpen(false)}
        title={t`Require a second factor of everybody`}
        description={t`You need one yourself first. API keys are not concerned; assistants of people without one stop.`}
        fields={fields}
        submit={() => t`Require it`}
        send={({ graceDays }) => request(route, { required: true, graceDays: Number(graceDays) })}
        onDone={() => {
          notify(t`The second factor is required`)
          void queries.invalidateQueries()
        }}
      />
    </Card>
  )
}
