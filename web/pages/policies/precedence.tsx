import { listOf, t } from "../../lib/translate.ts"
import { FieldInput } from "../../ui/field.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import type { EntityType } from "../approvals/request.ts"
import { partnershipField } from "../../resources/partnerships/field.ts"
import { entityTitles, type PolicyDraft } from "./policy.ts"
import { usePolicies, useTypeConditions } from "./policies.ts"

type Props = { draft: PolicyDraft; id: string | undefined; onChange(part: Partial<PolicyDraft>): void }

/** Which policy applies if several match. */
export function Precedence({ draft, id, onChange }: Props) {
  const values = { priority: String(draft.priority), partnership: draft.partnership }
  const canHavePartner = useTypeConditions()(draft.entityType)?.hasPartnership === true
  const error = canHavePartner
    ? undefined
    : t`${entityTitles[draft.entityType]} have no partner, so the policy holds nothing: clear this field`
  return (
    <Card aria-label={t`When several policies match`} className="pb-5">
      <CardHead
        title={t`When several policies match`}
        hint={t`The one with the highest priority applies; then one for a single partner; then the older one.`}
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 px-5 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <FieldInput
          field={{ name: "priority", label: t`Priority`, kind: "number", isRequired: true }}
          values={values}
          error={undefined}
          onChange={value => onChange({ priority: Number(value) || 0 })}
        />
        {(canHavePartner || draft.partnership !== "") && (
          <FieldInput
            field={{ ...partnershipField(false), label: t`Only for one partner`, ...hints[draft.entityType] }}
            values={values}
            error={error}
            onChange={value => onChange({ partnership: typeof value === "string" ? value : "" })}
          />
        )}
        <Others draft={draft} id={id} />
      </div>
    </Card>
  )
}

/** Several partners may share in one payment. */
const hints: Partial<Record<EntityType, { hint: string }>> = {
  transaction: { hint: t`A partner who supplies a line of the payment or has a split of it` },
  "refund-intent": { hint: t`A partner who supplies a line of the payment or has a split of it` },
}

/** The enabled policies of the same type, grouped by whether they apply before or after this one. */
function Others({ draft, id }: Omit<Props, "onChange">) {
  const policies = usePolicies()
  const others = (policies.data ?? []).filter(each => each.enabled && each.entityType === draft.entityType && each._id !== id)
  const names = (test: (priority: number) => boolean) =>
    listOf(others.filter(({ priority }) => test(priority)).map(({ name, priority }) => t`“${name}” (${priority})`))
  const higher = names(priority => priority > draft.priority)
  const equal = names(priority => priority === draft.priority)
  const lower = names(priority => priority < draft.priority)
  const sentences = [
    higher && t`Comes after ${higher}.`,
    equal && t`Has the same priority as ${equal}.`,
    lower && t`Comes before ${lower}.`,
  ].filter(Boolean)
  if (sentences.length === 0) return null
  return (
    <ul className="space-y-0.5 text-xs text-fg-3 sm:col-span-2">
      {sentences.map(sentence => (
        <li key={sentence}>{sentence}</li>
      ))}
    </ul>
  )
}
