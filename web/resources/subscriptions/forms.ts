import { CirclePause, CirclePlay, PencilLine } from "lucide-react"
import { calendarUnits } from "../../../src/kit/pure/calendar.ts"
import { nameOfCard } from "../../../src/kit/pure/card-name.ts"
import { chargeSources, subscriptionModes } from "../../../src/money/subscriptions/values.ts"
import type { Output } from "../../client.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import type { Field, TypedField } from "../../lib/form.ts"
import { amountText, money } from "../../lib/money.ts"
import { t } from "../../lib/translate.ts"
import { choicesOf, currencyField, rememberCurrency, teamField } from "../../dashboard/fields.ts"
import { contactField } from "../contacts/field.ts"
import { startFields } from "./start.ts"

type Subscription = Output<"GET /v1/subscriptions/{id}">

const mandateField = {
  name: "authorization",
  label: t`Mandate`,
  kind: "reference",
  route: "GET /v1/authorizations",
  query: { status: "active" },
  isRequired: true,
  hint: t`A mandate of the contact; each cycle debits its account`,
  describe: row => {
    const { bankAccount, scheme, reference, _id } = row as {
      bankAccount: { masked: string }
      scheme: string
      reference: string | null
      _id: string
    }
    return { value: _id, label: `${scheme.toUpperCase()} ${bankAccount.masked}${reference ? ` · ${reference}` : ""}` }
  },
} satisfies Field<"authorization">
const mandateOf = ({ contact, authorization }: Subscription): TypedField => ({
  ...mandateField,
  query: { status: "active", contact },
  initial: authorization ?? "",
})
const cardField = {
  name: "savedMethod",
  label: t`Saved card`,
  kind: "reference",
  route: "GET /v1/saved-methods",
  query: { status: "active" },
  hint: t`If left empty, the payer saves one with the first payment`,
  describe: row => {
    const { brand, last4, _id } = row as { brand: string | null; last4: string | null; _id: string }
    return { value: _id, label: nameOfCard({ brand, last4 }) || t`Card` }
  },
} satisfies Field<"savedMethod">
const cardOf = ({ contact, savedMethod }: Subscription): TypedField => ({
  ...cardField,
  query: { status: "active", contact },
  initial: savedMethod ?? "",
})
const cyclesField: TypedField<"cycles"> = {
  name: "cycles",
  label: t`Number of cycles`,
  kind: "number",
  hint: t`If left empty, it continues until it is canceled`,
}
const dueField: TypedField<"dueAfterDays"> = {
  name: "dueAfterDays",
  label: t`Due, in days after each cycle begins`,
  kind: "number",
  hint: t`0 is the end of the same day`,
}
const descriptionField: TypedField<"description"> = { name: "description", label: t`Message to the payer`, kind: "text" }

export const subscriptionCreate: CreateForm<"subscriptions"> = {
  about: t`Each cycle creates one payment with the lines below.`,
  fields: [
    contactField,
    currencyField,
    { name: "items", label: t`Each cycle`, kind: "lines", isRequired: true, hasSuppliers: true },
    { name: "cadence.every", label: t`Every`, kind: "number", isRequired: true, initial: "1" },
    {
      name: "cadence.unit",
      label: t`Unit`,
      kind: "choice",
      isRequired: true,
      initial: "month",
      choices: choicesOf(calendarUnits),
    },
    { name: "startAt", label: t`First cycle on`, kind: "day", hint: t`Now, if left empty` },
    cyclesField,
    dueField,
    {
      name: "mode",
      label: t`Collection`,
      kind: "choice",
      isRequired: true,
      initial: "request",
      choices: choicesOf(subscriptionModes),
    },
    {
      name: "chargeBy",
      label: t`Charged by`,
      kind: "choice",
      isRequired: true,
      initial: "saved-method",
      choices: choicesOf(chargeSources),
      appliesTo: values => values["mode"] === "auto-charge",
    },
    { ...mandateField, of: "contact", appliesTo: values => values["mode"] === "auto-charge" && values["chargeBy"] === "authorization" },
    { ...cardField, of: "contact", appliesTo: values => values["mode"] === "auto-charge" && values["chargeBy"] === "saved-method" },
    descriptionField,
    teamField,
  ],
  submit: () => t`Start subscription`,
  toInput: input => {
    rememberCurrency(input["currency"])
    return input
  },
}

export const subscriptionActions: Actions<"subscriptions"> = {
  pause: {
    isBulk: true,
    label: t`Pause`,
    icon: CirclePause,
    about: () => t`No payment is created until you resume it. Missed cycles are not billed later.`,
    done: t`Subscription paused`,
  },
  resume: {
    isBulk: true,
    label: t`Resume`,
    icon: CirclePlay,
    about: () => t`Payments are created again from now on. Missed cycles are not billed.`,
    done: t`Subscription resumed`,
  },
  update: {
    label: t`Change`,
    icon: PencilLine,
    isEdit: true,
    about: () => t`Changes apply from the next cycle on. Payments that exist already stay as they are.`,
    fieldsOf: row => [
      {
        name: "items",
        label: t`Each cycle`,
        kind: "lines",
        isRequired: true,
        currency: row.currency,
        initial: row.items.map(({ name, amount }) => ({ name, amount: amountText(amount, row.currency) })),
        hint: t`In ${row.currency}. Changed lines replace all lines and their shares`,
      },
      ...startFields(row),
      { ...cyclesField, initial: row.cycles === null ? "" : String(row.cycles) },
      { ...dueField, initial: String(row.dueAfterDays), emptied: 0 },
      ...(row.chargeBy === "authorization" ? [mandateOf(row)] : []),
      ...(row.chargeBy === "saved-method" ? [cardOf(row)] : []),
      { ...descriptionField, initial: row.description ?? "" },
      { ...teamField, initial: row.team ?? "" },
    ],
    submit: () => t`Save`,
    done: t`Subscription changed`,
  },
  cancel: {
    isBulk: true,
    label: t`Cancel subscription`,
    isDanger: true,
    fields: [
      {
        name: "at",
        label: t`When`,
        kind: "choice",
        isRequired: true,
        initial: "now",
        choices: [
          { value: "now", label: t`Now` },
          { value: "cycle-end", label: t`When the next cycle would begin` },
        ],
      },
    ],
    about: () => t`Payments that exist already stay due.`,
    submit: row => t`Stop billing ${money(row.amount, row.currency)}`,
    done: t`Subscription canceled`,
  },
}
