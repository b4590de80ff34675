import type { TypedField } from "../../lib/form.ts"
import { t } from "../../lib/translate.ts"

export const eventField: TypedField<"events"> = {
  name: "events",
  label: t`Events`,
  kind: "choices",
  isRequired: true,
  initial: "*",
  choices: [{ value: "*", label: t`All events` }],
  moreFrom: "GET /v1/dev/events/types",
}

/** Where a server has its secret already, such as one that moves here. */
export const secretField: TypedField<"secret"> = {
  name: "secret",
  label: t`Signing secret`,
  kind: "secret",
  hint: t`8 to 256 characters. If left empty, a secret is generated and shown once`,
}
