import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { contactProblem } from "./errors.ts"
import { contactOperations } from "./operations.ts"
import { Contact } from "./schema.ts"

export const contacts = slice({
  operations: withActions("contacts", contactOperations),
  errors: contactProblem.families,
  refuses: ["GEN-1010", "CON-2001"],
  events: { contacts: { object: Contact, actions: ["create", "update"] } },
})
