import type { z } from "zod"
import { timeline } from "../audit/timeline.ts"
import type { Context } from "../kit/context.ts"
import { given } from "../kit/given.ts"
import { mergedMetadata } from "../kit/metadata.ts"
import { listing, nothing, operation } from "../kit/operation.ts"
import { Problem } from "../kit/problem.ts"
import { Contact, ContactChange, contactFilters, NewContact } from "./schema.ts"
import { findContact, insertContact, listContacts, readContact, saveContact, shownContact, takeContact } from "./store.ts"
import type { ContactRow } from "./store.ts"

export const contactOperations = [
  operation({
    route: "POST /v1/contacts/create",
    noun: "contact",
    summary: "Create a contact, the payer of payment intents",
    needs: "contacts.edit",
    effect: "draft",
    input: NewContact,
    output: Contact,
    async run(ctx, contact) {
      await assertFree(ctx, contact.email)
      return insertContact(ctx, contact)
    },
  }),

  operation({
    tool: "contact_create",
    noun: "contact",
    summary: "Create a contact; returns the existing one when the e-mail is on file",
    needs: "contacts.edit",
    effect: "draft",
    input: NewContact.extend({ profile: NewContact.shape.profile.default({}) }),
    output: Contact,
    async run(ctx, contact) {
      const known = await findContact(ctx, contact.email)
      return known ? shownContact(known) : insertContact(ctx, contact)
    },
  }),

  listing({
    route: "GET /v1/contacts",
    tool: "contact_list",
    noun: "contact",
    plural: "contacts",
    summary: "List contacts, newest first; filter by e-mail",
    needs: "contacts.view",
    filters: contactFilters,
    toolFilters: ["email"],
    item: Contact,
    run: listContacts,
  }),

  operation({
    route: "GET /v1/contacts/{id}",
    tool: "contact_get",
    noun: "contact",
    summary: "One contact, by id or e-mail",
    needs: "contacts.view",
    effect: "read",
    input: nothing,
    output: Contact,
    subject: readContact,
    run: (_ctx, _input, contact) => shownContact(contact),
  }),

  operation({
    route: "POST /v1/contacts/{id}/update",
    tool: "contact_update",
    noun: "contact",
    summary: "Change a contact's name, phone, e-mail or metadata; what is not sent stays",
    needs: "contacts.edit",
    effect: "change",
    input: ContactChange,
    output: Contact,
    subject: takeContact,
    async run(ctx, change, contact) {
      if (change.email?.toLowerCase() !== contact.email_key) await assertFree(ctx, change.email)
      return saveContact(ctx, contact, changed(contact, change))
    },
  }),

  timeline("contacts", "contacts.view", readContact),
]

function changed(contact: ContactRow, { email, profile, metadata }: z.output<typeof ContactChange>) {
  const before = shownContact(contact)
  return {
    email: email ?? before.email,
    profile: { ...before.profile, ...given(profile ?? {}) },
    metadata: mergedMetadata(before.metadata, metadata),
  }
}

/** Asked first, so that the refusal can name who has it; the unique index says no to those who ask at the same instant. */
async function assertFree(ctx: Context, email: string | undefined) {
  const taken = email === undefined ? undefined : await findContact(ctx, email)
  if (taken) throw new Problem("GEN-1010", { kind: "contact", field: "email", _id: taken.id })
}
