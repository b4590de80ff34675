import type { Field } from "../../lib/form.ts"

export const eventField: Field = {
  name: "events",
  label: "Events",
  kind: "choices",
  isRequired: true,
  initial: "*",
  choices: [{ value: "*", label: "All events" }],
  moreFrom: "GET /v1/dev/events/types",
}
