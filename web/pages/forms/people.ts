import { Eraser, PencilLine } from "lucide-react"
import type { Output } from "../../client.ts"
import type { ActionForm, CreateForm } from "../../dashboard/resource.ts"
import type { Field } from "../../lib/form.ts"
import { amountText } from "../../lib/money.ts"
import { choicesOf, localeField, teamField } from "../fields.ts"

type Contact = Output<"GET /v1/contacts/{id}">
type Partnership = Output<"GET /v1/partnerships/{id}">

const contactFields = ({
  email = "",
  profile = {},
  locale,
}: Partial<Pick<Contact, "email" | "profile" | "locale">> = {}): readonly Field[] => [
  { name: "email", label: "E-mail", kind: "email", isRequired: true, initial: email },
  { name: "profile.firstName", label: "First name", kind: "text", initial: profile.firstName ?? "", emptied: "" },
  { name: "profile.lastName", label: "Last name", kind: "text", initial: profile.lastName ?? "", emptied: "" },
  {
    name: "profile.phone",
    label: "Phone",
    kind: "text",
    placeholder: "+55 11 98765 4321",
    initial: profile.phone ?? "",
    emptied: "",
  },
  localeField(locale),
]

export const contactCreate: CreateForm = {
  label: "New contact",
  needs: "contacts.edit",
  fields: contactFields(),
  toInput: input => ({ profile: {}, ...input }),
}

export const contactActions: Record<string, ActionForm<Contact>> = {
  update: { label: "Change", icon: PencilLine, isEdit: true, fieldsOf: contactFields, submit: () => "Save", done: "Contact changed" },
  erase: {
    label: "Erase…",
    icon: Eraser,
    isDanger: true,
    about: ({ email }) =>
      `The name, e-mail, phone, bank accounts and mails of ${email} are overwritten everywhere, for good. Nobody can undo it. ` +
      "Payments, refunds and the ledger stay, without the name. Backups keep the data until they are deleted.",
    submit: () => "Erase for good",
    done: "Contact erased",
  },
}

const kinds = choicesOf(["agent", "institution", "supplier"])
const shares = [
  { value: "percentage", label: "A percentage of each line" },
  { value: "fixed", label: "A fixed amount of each line" },
]

/** What the form begins with where there is no fixed share yet. */
const shareCurrency = "EUR"

/** What a partnership has; `splitTerms` is one object, so its fields are sent together. */
function partnershipFields(row?: Partnership): readonly Field[] {
  const terms = row?.splitTerms ?? undefined
  return [
    { name: "name", label: "Name", kind: "text", isRequired: true, initial: row?.name ?? "" },
    { name: "code", label: "Code", kind: "text", isRequired: true, initial: row?.code ?? "", hint: "Short and unique, such as CASA-VERDE" },
    { name: "kind", label: "Kind", kind: "choice", isRequired: true, initial: row?.kind ?? "supplier", choices: kinds },
    { name: "splitTerms.type", label: "What it earns", kind: "choice", choices: shares, initial: terms?.type ?? (row ? "" : "percentage") },
    {
      name: "splitTerms.basisPoints",
      label: "Share in percent",
      kind: "percent",
      isRequired: true,
      placeholder: "12.5",
      initial: terms?.type === "percentage" ? String(terms.basisPoints / 100) : "",
      appliesTo: values => values["splitTerms.type"] === "percentage",
    },
    {
      name: "splitTerms.currency",
      label: "Currency of the share",
      kind: "currency",
      isRequired: true,
      initial: terms?.type === "fixed" ? terms.currency : shareCurrency,
      appliesTo: values => values["splitTerms.type"] === "fixed",
    },
    {
      name: "splitTerms.amount",
      label: "Share",
      kind: "money",
      isRequired: true,
      currencyField: "splitTerms.currency",
      initial: terms?.type === "fixed" ? amountText(terms.amount, terms.currency) : "",
      appliesTo: values => values["splitTerms.type"] === "fixed",
    },
    { name: "email", label: "E-mail", kind: "email", initial: row?.email ?? "" },
    localeField(row?.locale),
    { name: "country", label: "Country", kind: "country", initial: row?.country ?? "" },
    { name: "currency", label: "Currency it is paid in", kind: "currency", initial: row?.currency ?? "" },
    { ...teamField, initial: row?.team ?? "" },
  ]
}

type Terms = { type?: string | null; basisPoints?: number; amount?: number; currency?: string }

/** The terms that were there, with what was changed of them; null where they were taken away. */
function changedTerms({ type, ...rest }: Terms, before: Partnership["splitTerms"]): object | null {
  if (type === null) return null
  if (type === undefined || type === before?.type) return { ...before, ...rest }
  return { type, ...(type === "fixed" && { currency: shareCurrency }), ...rest }
}

export const partnershipCreate: CreateForm = { label: "New partnership", needs: "partnerships.edit", fields: partnershipFields() }

export const partnershipActions: Record<string, ActionForm<Partnership>> = {
  update: {
    label: "Change",
    icon: PencilLine,
    isEdit: true,
    fieldsOf: row => partnershipFields(row),
    toInput: ({ splitTerms, ...input }, row) => ({
      ...input,
      ...(splitTerms !== undefined && { splitTerms: changedTerms(splitTerms as Terms, row.splitTerms) }),
    }),
    about: () => "Shares of what is sold already stay as they are.",
    submit: () => "Save",
    done: "Partnership changed",
  },
}
