import type { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { assertExactSums } from "../../kit/pure/exact-sums.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { emailChangedMail } from "../../platform/mails/email-changed.ts"
import { sendMail } from "../../platform/mails/store.ts"
import { assertNotErased, holdOf } from "./rules.ts"
import { Contact, ContactChange, contactFilters, NewContact } from "./schema.ts"
import {
  type ContactRow,
  findContact,
  insertContact,
  listContacts,
  readContact,
  readContactForUpdate,
  renderContact,
  saveContact,
} from "./store.ts"

export const contactOperations = [
  operation({
    route: "POST /v1/contacts/create",
    creates: true,
    noun: "contact",
    summary: "Create a contact, the payer of payment intents",
    needs: "contacts.edit",
    effect: "draft",
    input: NewContact,
    output: Contact,
    async run(ctx, { locale = null, ...contact }) {
      const existing = await findContact(ctx, contact.email)
      if (existing?.is_draft) return adoptDraft(ctx, existing, { ...contact, locale })
      assertEmailUnused(existing)
      return insertContact(ctx, { ...contact, locale })
    },
  }),

  operation({
    tool: "contact_create",
    toolNote: "Sends the contact nothing.",
    noun: "contact",
    summary: "Create a contact; returns the existing one if there is one with this e-mail",
    needs: "contacts.edit",
    effect: "draft",
    input: NewContact.extend({ profile: NewContact.shape.profile.default({}) }),
    output: Contact,
    async run(ctx, { locale = null, ...contact }) {
      const existing = await findContact(ctx, contact.email)
      if (existing?.is_draft) return adoptDraft(ctx, existing, { ...contact, locale })
      return existing ? renderContact(existing) : insertContact(ctx, { ...contact, locale })
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
    async run(ctx, list) {
      const page = await listContacts(ctx, list)
      assertExactSums(page.data.map(({ credit }) => credit))
      return page
    },
  }),

  operation({
    route: "GET /v1/contacts/{id}",
    tool: "contact_get",
    noun: "contact",
    summary: "One contact, by id or e-mail",
    needs: "contacts.view",
    effect: "read",
    input: noInput,
    output: Contact,
    subject: readContact,
    run(_ctx, _input, row) {
      const contact = renderContact(row)
      assertExactSums(contact.credit)
      return contact
    },
  }),

  operation({
    route: "POST /v1/contacts/{id}/update",
    tool: "contact_update",
    toolNote: "Overwrites the current values. Only a person may change the e-mail: an assistant that a person has connected is refused.",
    noun: "contact",
    summary: "Change a contact's name, phone, e-mail, language or metadata; fields that are not sent stay as they are",
    needs: "contacts.edit",
    effect: "change",
    refuses: ["PRM-1006"],
    input: ContactChange,
    output: Contact,
    subject: readContactForUpdate,
    assertPossible: assertNotErased,
    async run(ctx, change, contact) {
      if (change.email && change.email.toLowerCase() !== contact.email_key) await beforeNewEmail(ctx, contact, change.email)
      return saveContact(ctx, contact, applyChange(contact, change))
    },
  }),

  timeline("contacts", "contacts.view", readContact),
]

const applyChange = (before: ContactRow, { email, profile, locale, metadata }: z.output<typeof ContactChange>) => ({
  email: email ?? before.email,
  locale: locale === undefined ? before.locale : locale,
  profile: changeProfile(before.profile, profile),
  metadata: mergeMetadata(before.metadata, metadata),
})

function changeProfile(before: Contact["profile"], change: z.output<typeof ContactChange>["profile"] = {}): Contact["profile"] {
  const { phone, ...rest } = { ...before, ...omitUndefined(change) }
  return phone ? { ...rest, phone } : rest
}

/** The owner of the new mailbox can sign in as the contact, so no assistant may change the e-mail, and the old address gets a mail. */
async function beforeNewEmail(ctx: Context, { id, email, profile, locale }: ContactRow, newEmail: string) {
  const { caller, origin, tenant, now } = ctx
  if (origin.channel === "agent" && caller.type === "person") throw generalProblem("PRM-1006")
  assertEmailUnused(await findContact(ctx, newEmail))
  const change = { portal: "contact" as const, recipient: email, object: id, name: profile.firstName, locale, heldUntil: holdOf(now) }
  await sendMail(ctx, emailChangedMail(change, tenant))
}

/** A stranger who gave this e-mail on a public page does not keep the tenant from using it. */
async function adoptDraft(ctx: Context, { id }: ContactRow, contact: Parameters<typeof saveContact>[2]): Promise<Contact> {
  return saveContact(ctx, await readContactForUpdate(ctx, id), contact)
}

/** Checked first, so that the refusal can name the contact; the unique index refuses concurrent requests. */
function assertEmailUnused(owner: ContactRow | undefined) {
  if (owner) throw generalProblem("GEN-1010", { kind: "contact", field: "email", _id: owner.id })
}
