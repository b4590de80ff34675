import type { TypedField } from "../../lib/form.ts"

export const eventField: TypedField<"events"> = {
  name: "events",
  label: "Events",
  kind: "choices",
  isRequired: true,
  initial: "*",
  choices: [{ value: "*", label: "All events" }],
  moreFrom: "GET /v1/dev/events/types",
}

/** Where a server has its secret already, such as one that moves here. */
export const secretField: TypedField<"secret"> = {
  name: "secret",
  label: "Signing secret",
  kind: "secret",
  hint: "8 to 256 characters. If left empty, a secret is generated and shown once",
}
