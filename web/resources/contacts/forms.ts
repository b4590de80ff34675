import { Eraser, PencilLine } from "lucide-react"
import type { Output } from "../../client.ts"
import type { Actions, CreateForm } from "../../dashboard/resource.ts"
import type { InputOf } from "../../lib/api-types.ts"
import type { Field } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"
import { localeField } from "../../dashboard/fields.ts"

type Contact = Output<"GET /v1/contacts/{id}">

const contactFields = ({ email = "", profile = {}, locale }: Partial<Pick<Contact, "email" | "profile" | "locale">> = {}): readonly Field<
  InputOf<"contacts">
>[] => [
  { name: "email", label: t`E-mail`, kind: "email", isRequired: true, initial: email },
  { name: "profile.firstName", label: t`First name`, kind: "text", initial: profile.firstName ?? "", emptied: "" },
  { name: "profile.lastName", label: t`Last name`, kind: "text", initial: profile.lastName ?? "", emptied: "" },
  {
    name: "profile.phone",
    label: t`Phone`,
    kind: "text",
    placeholder: "+55 11 98765 4321",
    initial: profile.phone ?? "",
    emptied: "",
  },
  localeField(locale),
]

export const contactCreate: CreateForm<"contacts"> = {
  fields: contactFields(),
  toInput: input => ({ profile: {}, ...input }),
}

export const contactActions: Actions<"contacts"> = {
  update: { label: t`Change`, icon: PencilLine, isEdit: true, fieldsOf: contactFields, submit: () => t`Save`, done: t`Contact changed` },
  erase: {
    label: t`Erase…`,
    icon: Eraser,
    isDanger: true,
    about: ({ email }) =>
      t`The name, e-mail, phone, bank accounts and mails of ${email} are overwritten everywhere, for good. Nobody can undo it.
      Payments, refunds and the ledger stay, without the name. Backups keep the data until they are deleted.`,
    submit: () => t`Erase for good`,
    done: t`Contact erased`,
  },
}
