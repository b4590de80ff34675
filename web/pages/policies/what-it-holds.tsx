import { useId } from "react"
import type { Choice } from "../../lib/form.ts"
import { Card, CardHead } from "../../ui/card.tsx"
import { choiceCard } from "../../ui/choice-card.ts"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"
import { entities, type EntityType } from "../approvals/request.ts"
import { ConditionRows } from "./conditions.tsx"
import { useTypeConditions } from "./policies.ts"
import { conditionKinds, entityTypes, isUseful, plural, type PolicyDraft } from "./policy.ts"

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
    <Card aria-label="Applies to" className="pb-5">
      <CardHead title="Applies to" />
      <div className="space-y-4 px-5">
        <div>
          <label htmlFor={id} className="mb-1 block text-xs font-medium text-fg-2">
            Name
          </label>
          <input
            id={id}
            value={draft.name}
            maxLength={200}
            autoComplete="off"
            placeholder="Large payouts to suppliers"
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
        <div role="radiogroup" aria-label="Kind of object" className="grid grid-cols-2 gap-2 sm:grid-cols-5">
          {entityTypes.map(type => {
            const Icon = entities[type].icon
            return (
              <label
                key={type}
                className={cn(
                  choiceCard,
                  "flex h-9 items-center justify-center gap-1.5 rounded-lg text-fg-2 has-checked:font-medium has-checked:text-accent",
                )}
              >
                <input
                  type="radio"
                  name="entity-type"
                  className="sr-only"
                  checked={draft.entityType === type}
                  onChange={() => changeType(type)}
                />
                <Icon className="size-3.5" aria-hidden />
                {plural(type).charAt(0).toUpperCase() + plural(type).slice(1)}
              </label>
            )
          })}
        </div>
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
