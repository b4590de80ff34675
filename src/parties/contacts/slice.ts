import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { contactOperations } from "./operations.ts"
import { Contact } from "./schema.ts"

export const contacts = slice({
  operations: withActions("contacts", contactOperations),
  refuses: ["GEN-1010"],
  events: { contacts: { object: Contact, actions: ["create", "update"] } },
})
