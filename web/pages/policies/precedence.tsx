import { FieldInput } from "../../ui/field.tsx"
import { Card, CardHead } from "../../ui/card.tsx"
import { entities, type EntityType } from "../approvals/request.ts"
import { partnershipField } from "../../resources/partnerships/field.ts"
import { type PolicyDraft } from "./policy.ts"
import { usePolicies, useTypeConditions } from "./policies.ts"

type Props = { draft: PolicyDraft; id: string | undefined; onChange(part: Partial<PolicyDraft>): void }

/** Which policy applies if several match. */
export function Precedence({ draft, id, onChange }: Props) {
  const values = { priority: String(draft.priority), partnership: draft.partnership }
  const canHavePartner = useTypeConditions()(draft.entityType)?.hasPartnership === true
  const error = canHavePartner
    ? undefined
    : `${entities[draft.entityType].label}s have no partner, so the policy holds nothing: clear this field`
  return (
    <Card aria-label="When several policies match" className="pb-5">
      <CardHead
        title="When several policies match"
        hint="The one with the highest priority applies; then one for a single partner; then the older one."
      />
      <div className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-3 px-5 sm:grid-cols-[7rem_minmax(0,1fr)]">
        <FieldInput
          field={{ name: "priority", label: "Priority", kind: "number", isRequired: true }}
          values={values}
          error={undefined}
          onChange={value => onChange({ priority: Number(value) || 0 })}
        />
        {(canHavePartner || draft.partnership !== "") && (
          <FieldInput
            field={{ ...partnershipField(false), label: "Only for one partner", ...hints[draft.entityType] }}
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
  transaction: { hint: "A partner who supplies a line of the payment or has a split of it" },
  "refund-intent": { hint: "A partner who supplies a line of the payment or has a split of it" },
}

/** The enabled policies of the same type, grouped by whether they apply before or after this one. */
function Others({ draft, id }: Omit<Props, "onChange">) {
  const policies = usePolicies()
  const others = (policies.data ?? []).filter(each => each.enabled && each.entityType === draft.entityType && each._id !== id)
  const names = (test: (priority: number) => boolean) =>
    others
      .filter(({ priority }) => test(priority))
      .map(({ name, priority }) => `“${name}” (${priority})`)
      .join(", ")
  const sentences = [
    ["Comes after", names(priority => priority > draft.priority)],
    ["Has the same priority as", names(priority => priority === draft.priority)],
    ["Comes before", names(priority => priority < draft.priority)],
  ].filter(([, list]) => list !== "")
  if (sentences.length === 0) return null
  return (
    <ul className="space-y-0.5 text-xs text-fg-3 sm:col-span-2">
      {sentences.map(([words, list]) => (
        <li key={words}>
          {words} {list}.
        </li>
      ))}
    </ul>
  )
}
