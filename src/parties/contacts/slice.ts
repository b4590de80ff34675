import { withActions } from "../../kit/operation/actions.ts"
import { slice } from "../../kit/operation/slice.ts"
import { contactProblem } from "./errors.ts"
import { contactOperations } from "./operations.ts"
import { Contact } from "./schema.ts"

export const contacts = slice({
  operations: withActions("contacts", contactOperations),
  chapters: {
    contacts: {
      part: "Parties",
      about: "A contact is a person or business that pays you. Its e-mail can be used instead of its id.",
      guides: ["concepts"],
    },
  },
  errors: contactProblem.families,
  refuses: ["GEN-1010", "CON-2001"],
  events: { contacts: { object: Contact, actions: ["create", "update"] } },
})
