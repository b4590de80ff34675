import { Info, Plus, TriangleAlert, X } from "lucide-react"
import { useState } from "react"
import { conditionWords } from "../approvals/conditions.ts"
import type { EntityType } from "../approvals/request.ts"
import type { Choice } from "../../lib/form.ts"
import { amountText, moneyBesideCode, parseMoney } from "../../lib/money.ts"
import { listOf, t, whole } from "../../lib/translate.ts"
import { Button } from "../../ui/button.tsx"
import { cn } from "../../ui/cn.ts"
import { control } from "../../ui/control.ts"
import { DropDown, DropDownCheck, DropDownItem, DropDownLabel, DropDownTrigger } from "../../ui/menu.tsx"
import { Segment } from "../../ui/segment.tsx"
import { useTypeConditions } from "./policies.ts"
import {
  choicesFor,
  type ConditionKind,
  conditionKinds,
  type ConditionName,
  type Conditions,
  entityTitles,
  isPossible,
  isUseful,
} from "./policy.ts"

type Props = { type: EntityType; value: Conditions; teams: readonly Choice[]; onChange(conditions: Conditions): void }

const row =
  "grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-3 gap-y-1.5 border-b border-line px-3 py-2.5 " +
  "sm:grid-cols-[2.25rem_12rem_minmax(0,1fr)_auto]"

const removeButton =
  "mt-1 grid size-6 place-items-center rounded-md text-fg-3 hover:bg-hover hover:text-fg max-sm:col-start-2 max-sm:row-start-1"

/** The conditions as rows that read as one sentence. The menu offers only unused conditions. */
export function ConditionRows({ type, value, teams, onChange }: Props) {
  const has = useTypeConditions()(type)
  const used = conditionKinds.filter(({ name }) => value[name] !== undefined)
  const left = conditionKinds.filter(({ name }) => value[name] === undefined && isUseful(name, has))
  const remove = ({ name }: ConditionKind) => onChange(Object.fromEntries(Object.entries(value).filter(([each]) => each !== name)))
  return (
    <div>
      <h3 className="mb-2 text-xs font-medium text-fg-2">
        {used.length > 0 ? t`When all of these are true` : t`Always: without a condition the policy holds all of them`}
      </h3>
      <div className="overflow-hidden rounded-xl shadow-line">
        {used.map((kind, index) => (
          <div key={kind.name} className={row}>
            <span className="pt-1.5 text-2xs text-fg-3 max-sm:hidden">{index === 0 ? t`If` : t`And`}</span>
            <span className="flex items-center gap-2 pt-1.5 text-sm">
              <kind.icon className="size-3.5 text-fg-3" aria-hidden />
              <span className="font-medium">{kind.phrase}</span>
            </span>
            <div className="min-w-0 max-sm:col-span-2 max-sm:row-start-2">
              <ConditionValue kind={kind} type={type} value={value} teams={teams} onChange={onChange} />
              {!isPossible(kind.name, has) && (
                <p role="status" className="mt-1 flex items-start gap-1.5 text-xs text-warn">
                  <TriangleAlert className="mt-px size-3.5 shrink-0" aria-hidden />
                  {t`${entityTitles[type]} do not have this, so the policy holds nothing. Remove the condition to save the policy.`}
                </p>
              )}
            </div>
            <button type="button" aria-label={t`Remove: ${kind.phrase}`} onClick={() => remove(kind)} className={removeButton}>
              <X className="size-3.5" aria-hidden />
            </button>
          </div>
        ))}
        <AddCondition left={left} onAdd={name => onChange({ ...value, [name]: initialValues[name] })} />
      </div>
    </div>
  )
}

const initialValues: Record<ConditionName, Conditions[ConditionName]> = {
  amountMin: 0,
  amountMax: 10_000_000,
  currencyMode: "fx",
  sourceCurrencies: [],
  targetCurrencies: [],
  methods: [],
  actions: [],
  recipientTypes: [],
  primaryTeams: [],
}

function AddCondition({ left, onAdd }: { left: readonly ConditionKind[]; onAdd(name: ConditionName): void }) {
  return (
    <DropDown
      align="start"
      width="w-72"
      trigger={
        <DropDownTrigger render={<Button variant="ghost" className="m-1.5" />} disabled={left.length === 0}>
          <Plus className="size-4" aria-hidden /> {t`Add a condition`}{" "}
          <span className="num text-xs font-normal text-fg-3">{t`${whole(left.length)} left`}</span>
        </DropDownTrigger>
      }
    >
      <DropDownLabel>{t`Narrow it further`}</DropDownLabel>
      {left.map(kind => (
        <DropDownItem key={kind.name} onClick={() => onAdd(kind.name)}>
          <kind.icon className="size-4 text-fg-3" aria-hidden /> {kind.phrase}
        </DropDownItem>
      ))}
    </DropDown>
  )
}

function ConditionValue({ kind: { name }, type, value, teams, onChange }: Props & { kind: ConditionKind }) {
  const has = useTypeConditions()(type)
  if (name === "amountMin" || name === "amountMax")
    return <AmountValue key={value.sourceCurrencies?.[0]} name={name} value={value} onChange={onChange} />
  if (name === "currencyMode")
    return (
      <Segment
        label={t`Conversion`}
        value={value.currencyMode ?? "any"}
        onChange={currencyMode => onChange({ ...value, currencyMode })}
        options={[
          { id: "same-currency", label: t`same currency` },
          { id: "fx", label: t`converted` },
          { id: "any", label: t`either` },
        ]}
      />
    )
  const chosen: readonly string[] = value[name] ?? []
  return (
    <ChosenValues
      label={conditionWords[name]!}
      chosen={chosen}
      choices={choicesFor(name, type, teams, has)}
      onChange={next => onChange({ ...value, [name]: next })}
    />
  )
}

type ChosenProps = { label: string; chosen: readonly string[]; choices: readonly Choice[]; onChange(chosen: string[]): void }

function ChosenValues({ label, chosen, choices, onChange }: ChosenProps) {
  const without = (value: string) => chosen.filter(each => each !== value)
  const nameOf = (value: string) => choices.find(choice => choice.value === value)?.label ?? value
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-1.5">
      {chosen.map(value => (
        <span
          key={value}
          className="inline-flex h-6 items-center gap-1 rounded-md bg-accent-soft pe-0.5 ps-2 text-xs font-medium text-accent"
        >
          {nameOf(value)}
          <button
            type="button"
            aria-label={t`Remove ${nameOf(value)}`}
            onClick={() => onChange(without(value))}
            className="grid size-5 place-items-center rounded hover:bg-surface"
          >
            <X className="size-3" aria-hidden />
          </button>
        </span>
      ))}
      <DropDown
        align="start"
        trigger={
          <DropDownTrigger
            aria-label={t`Choose: ${label}`}
            className="inline-flex h-6 items-center gap-1 rounded-md px-1.5 text-xs text-fg-2 shadow-field hover:bg-hover hover:text-fg"
          >
            <Plus className="size-3" aria-hidden />
            {chosen.length === 0 && t`Choose`}
          </DropDownTrigger>
        }
      >
        {choices.length === 0 && <DropDownLabel>{t`There is nothing to choose from yet`}</DropDownLabel>}
        {choices.map(choice => (
          <DropDownCheck
            key={choice.value}
            closeOnClick={false}
            checked={chosen.includes(choice.value)}
            onCheckedChange={isOn => onChange(isOn ? [...chosen, choice.value] : without(choice.value))}
          >
            {choice.label}
          </DropDownCheck>
        ))}
      </DropDown>
      {chosen.length === 0 && <span className="text-xs text-warn">{t`Empty matches everything`}</span>}
    </div>
  )
}

type AmountProps = { name: "amountMin" | "amountMax"; value: Conditions; onChange(conditions: Conditions): void }

/** The rule is one number of minor units; the row shows the amount in each currency that the policy compares. */
function AmountValue({ name, value, onChange }: AmountProps) {
  const met = value.sourceCurrencies?.length ? value.sourceCurrencies : ["EUR", "JPY", "KWD"]
  const currency = met[0]!
  const amount = value[name] ?? 0
  const [text, setText] = useState(() => amountText(amount, currency))
  const typed = parseMoney(text, currency)
  const change = (next: string) => {
    setText(next)
    const parsed = parseMoney(next, currency)
    if (parsed !== undefined && parsed >= 0) onChange({ ...value, [name]: parsed })
  }
  return (
    <div>
      <div className="relative w-44">
        <input
          aria-label={t`Amount in ${currency}`}
          aria-invalid={typed === undefined || typed < 0}
          inputMode="decimal"
          value={text}
          onChange={event => change(event.target.value)}
          onBlur={() => setText(amountText(amount, currency))}
          className={cn(control, "num pe-11 text-end")}
        />
        <span aria-hidden className="absolute top-2.5 end-2.5 text-2xs text-fg-3 sm:top-2">
          {currency}
        </span>
      </div>
      {met.length > 1 && (
        <p className="num mt-1.5 flex items-start gap-1.5 text-xs text-fg-3">
          <Info className="mt-px size-3.5 shrink-0" aria-hidden />
          <span>{t`In each currency this means ${listOf(met.map(each => withCode(amount, each)))}`}</span>
        </p>
      )}
    </div>
  )
}

/** Several currencies are written `$`, so the code is shown beside the symbol. */
function withCode(amount: number, currency: string): string {
  const text = moneyBesideCode(amount, currency)
  return text.includes(currency) ? text : `${text} ${currency}`
}
