import { PencilLine } from "lucide-react"
import { kinds } from "../../../src/parties/partnerships/values.ts"
import type { Output } from "../../client.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import type { InputOf } from "../../lib/api-types.ts"
import type { Field } from "../../lib/form.ts"
import { amountText } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { choicesOf, localeField, teamField } from "../../dashboard/fields.ts"

type Partnership = Output<"GET /v1/partnerships/{id}">

const kindChoices = choicesOf(kinds)

const shares = [
  { value: "percentage", label: t`A percentage of each line` },
  { value: "fixed", label: t`A fixed amount of each line` },
]

/** The initial value if there is no fixed share yet. */
const shareCurrency = "EUR"

/** What a partnership has; `splitTerms` is one object, so its fields are sent together. */
function partnershipFields(row?: Partnership): readonly Field<InputOf<"partnerships">>[] {
  const terms = row?.splitTerms ?? undefined
  return [
    { name: "name", label: t`Name`, kind: "text", isRequired: true, initial: row?.name ?? "" },
    {
      name: "code",
      label: t`Code`,
      kind: "text",
      isRequired: true,
      initial: row?.code ?? "",
      hint: t`Short and unique, such as CASA-VERDE`,
    },
    { name: "kind", label: t`Kind`, kind: "choice", isRequired: true, initial: row?.kind ?? "supplier", choices: kindChoices },
    { name: "splitTerms.type", label: t`Terms`, kind: "choice", choices: shares, initial: terms?.type ?? (row ? "" : "percentage") },
    {
      name: "splitTerms.basisPoints",
      label: t`Share in percent`,
      kind: "percent",
      isRequired: true,
      placeholder: "12.5",
      initial: terms?.type === "percentage" ? String(terms.basisPoints / 100) : "",
      appliesTo: values => values["splitTerms.type"] === "percentage",
    },
    {
      name: "splitTerms.currency",
      label: t`Currency of the share`,
      kind: "currency",
      isRequired: true,
      initial: terms?.type === "fixed" ? terms.currency : shareCurrency,
      appliesTo: values => values["splitTerms.type"] === "fixed",
    },
    {
      name: "splitTerms.amount",
      label: t`Share`,
      kind: "money",
      isRequired: true,
      currencyField: "splitTerms.currency",
      initial: terms?.type === "fixed" ? amountText(terms.amount, terms.currency) : "",
      appliesTo: values => values["splitTerms.type"] === "fixed",
    },
    { name: "email", label: t`E-mail`, kind: "email", initial: row?.email ?? "" },
    localeField(row?.locale),
    { name: "country", label: t`Country`, kind: "country", initial: row?.country ?? "" },
    { name: "currency", label: t`Currency of payouts`, kind: "currency", initial: row?.currency ?? "" },
    { ...teamField, initial: row?.team ?? "" },
  ]
}

type Terms = { type?: string | null; basisPoints?: number; amount?: number; currency?: string }

/** The stored terms with the changed fields; null if the terms were removed. */
function changedTerms({ type, ...rest }: Terms, before: Partnership["splitTerms"]): object | null {
  if (type === null) return null
  if (type === undefined || type === before?.type) return { ...before, ...rest }
  return { type, ...(type === "fixed" && { currency: shareCurrency }), ...rest }
}

export const partnershipCreate: CreateForm<"partnerships"> = {
  fields: partnershipFields(),
}

export const partnershipActions: Actions<"partnerships"> = {
  update: {
    label: t`Change`,
    icon: PencilLine,
    isEdit: true,
    fieldsOf: row => partnershipFields(row),
    toInput: ({ splitTerms, ...input }, row) => ({
      ...input,
      ...(splitTerms !== undefined && { splitTerms: changedTerms(splitTerms as Terms, row.splitTerms) }),
    }),
    about: () => t`Shares of earlier sales stay as they are.`,
    submit: () => t`Save`,
    done: t`Partnership changed`,
  },
}
