import { noInput, operation } from "../../kit/operation/operation.ts"
import { Contact } from "../../parties/contacts/schema.ts"
import { readContact, renderContact } from "../../parties/contacts/store.ts"
import { erase } from "./erase.ts"
import { exportContact } from "./export.ts"
import { assertErasable } from "./rules.ts"
import { ContactExport } from "./schema.ts"
import { findOpenObjects } from "./store.ts"

export const privacyOperations = [
  operation({
    route: "POST /v1/contacts/{id}/erase",
    noun: "contact",
    summary: "Erase a contact for good: overwrite its personal data everywhere and keep the books. This can't be undone",
    needs: "tenant.own",
    needsConfirmation: "recent",
    effect: "change",
    refuses: ["CON-"],
    input: noInput,
    output: Contact,
    subject: readContact,
    async assertPossible(contact, ctx) {
      if (!contact.erased_at) assertErasable(contact.credit, await findOpenObjects(ctx, contact.id))
    },
    run: async (ctx, _input, contact) => (contact.erased_at ? renderContact(contact) : erase(ctx, contact.id)),
  }),

  operation({
    route: "GET /v1/contacts/{id}/export",
    noun: "contactExport",
    summary: "Everything that is stored about a contact, as JSON, for a person who asks for it",
    needs: "tenant.own",
    effect: "read",
    input: noInput,
    output: ContactExport,
    subject: readContact,
    run: (ctx, _input, contact) => exportContact(ctx, contact),
  }),
]
