import { useQueryClient } from "@tanstack/react-query"
import { type ReactNode, useMemo } from "react"
import { type Output, request } from "../../client.ts"
import { useFormOpen } from "../../dashboard/form-open.ts"
import { usePermission } from "../../dashboard/session.tsx"
import type { Field } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { Fact, Facts } from "../../ui/facts.tsx"
import { FormDialog } from "../../ui/form.tsx"
import { notify } from "../../ui/toast.tsx"

export type Settings = Output<"GET /v1/settings">

/** A group of settings: how they are shown, and the form that changes them. */
export type Section = {
  title: string
  hint: string
  facts(settings: Settings): [label: string, value: ReactNode][]
  fields(settings: Settings): readonly Field[]
  /** Converts the form's values to those of the API, if they differ. */
  toInput?(input: Record<string, unknown>, settings: Settings): Record<string, unknown>
}

export function SettingsCard({ section, settings }: { section: Section; settings: Settings }) {
  const can = usePermission()
  const queries = useQueryClient()
  const id = `settings ${section.title}`
  const [isOpen, setOpen] = useFormOpen(id)
  const fields = useMemo(() => section.fields(settings), [section, settings])
  return (
    <Card aria-label={section.title} className="pb-5">
      <CardHead title={section.title} hint={section.hint}>
        {can("settings.edit") && (
          <Button size="sm" aria-label={t`Change: ${section.title}`} onClick={() => setOpen(true)}>
            {t`Change`}
          </Button>
        )}
      </CardHead>
      <div className="px-5">
        <Facts>
          {section.facts(settings).map(([label, value]) => (
            <Fact key={label} label={label}>
              {value}
            </Fact>
          ))}
        </Facts>
      </div>
      <FormDialog
        id={id}
        isOpen={isOpen}
        isEdit
        onClose={() => setOpen(false)}
        title={section.title}
        description={section.hint}
        fields={fields}
        submit={() => t`Save`}
        send={input => request("POST /v1/settings/update", section.toInput?.(input, settings) ?? input)}
        onDone={() => {
          notify(t`${section.title}: saved`)
          void queries.invalidateQueries()
        }}
      />
    </Card>
  )
}
