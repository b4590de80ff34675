import { useId } from "react"
import type { Choice } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { choiceCard } from "../../ui/choice-card.ts"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"
import { entities, type EntityType } from "../approvals/request.ts"
import { ConditionRows } from "./conditions.tsx"
import { useTypeConditions } from "./policies.ts"
import { conditionKinds, entityTitles, entityTypes, isUseful, type PolicyDraft } from "./policy.ts"

type Props = { draft: PolicyDraft; teams: readonly Choice[]; nameError: string | undefined; onChange(part: Partial<PolicyDraft>): void }

/** Its name, the kind of object, and the conditions that narrow it. */
export function WhatItHolds({ draft, teams, nameError, onChange }: Props) {
  const id = useId()
  const conditionsOf = useTypeConditions()
  /** Removes conditions that the new type does not have, and methods and actions, whose values differ for each type. */
  const changeType = (entityType: EntityType) => {
    const has = conditionsOf(entityType)
    const kept = conditionKinds.map(({ name }) => name).filter(name => isUseful(name, has) && name !== "methods" && name !== "actions")
    const conditions = Object.fromEntries(Object.entries(draft.conditions).filter(([name]) => kept.some(each => each === name)))
    onChange({ entityType, conditions, ...(has?.hasPartnership === false && { partnership: "" }) })
  }
  return (
    <Card aria-label={t`Applies to`} className="pb-5">
      <CardHead title={t`Applies to`} />
      <div className="space-y-4 px-5">
        <div>
          <label htmlFor={id} className="mb-1 block text-xs font-medium text-fg-2">
            {t`Name`}
          </label>
          <input
            id={id}
            value={draft.name}
            maxLength={200}
            autoComplete="off"
            placeholder={t`Large payouts to suppliers`}
            aria-invalid={nameError !== undefined}
            aria-describedby={`${id}-error`}
            onChange={event => onChange({ name: event.target.value })}
            className={control}
          />
          {nameError && (
            <p id={`${id}-error`} className="mt-1 text-xs text-bad">
              {nameError}
            </p>
          )}
        </div>
        <KindChoice value={draft.entityType} onChange={changeType} />
        <ConditionRows
          key={draft.entityType}
          type={draft.entityType}
          value={draft.conditions}
          teams={teams}
          onChange={conditions => onChange({ conditions })}
        />
      </div>
    </Card>
  )
}

type KindChoiceProps = { value: EntityType; onChange(type: EntityType): void }

function KindChoice({ value, onChange }: KindChoiceProps) {
  return (
    <div
      role="radiogroup"
      aria-label={t`Kind of object`}
      className="grid grid-cols-2 gap-2 sm:grid-cols-[repeat(auto-fit,minmax(9rem,1fr))]"
    >
      {entityTypes.map(type => {
        const Icon = entities[type].icon
        const shape = "flex min-h-9 items-center justify-center gap-1.5 rounded-lg px-2 py-1"
        return (
          <label key={type} className={cn(choiceCard, shape, "text-fg-2 has-checked:font-medium has-checked:text-accent")}>
            <input type="radio" name="entity-type" className="sr-only" checked={value === type} onChange={() => onChange(type)} />
            <Icon className="size-3.5 shrink-0" aria-hidden />
            {entityTitles[type]}
          </label>
        )
      })}
    </div>
  )
}
