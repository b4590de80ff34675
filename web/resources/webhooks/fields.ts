import type { TypedField } from "../../lib/form.ts"

export const eventField: TypedField = {
  name: "events",
  label: "Events",
  kind: "choices",
  isRequired: true,
  initial: "*",
  choices: [{ value: "*", label: "All events" }],
  moreFrom: "GET /v1/dev/events/types",
}

/** For a server that already has a secret, such as one that moves to Countersign. */
export const secretField: TypedField = {
  name: "secret",
  label: "Signing secret",
  kind: "secret",
  hint: "8 to 256 characters. If left empty, a secret is generated and shown once",
}
