import type { Context } from "../../kit/db/context.ts"
import type { AuditRow } from "../../kit/events/audit.ts"
import { enqueue } from "../../kit/jobs/enqueue.ts"
import { patternsOf, erased } from "../../kit/pure/redact.ts"
import { erasedContact } from "../../parties/contacts/rules.ts"
import type { Contact } from "../../parties/contacts/schema.ts"
import { type ContactRow, eraseContact, lockContact } from "../../parties/contacts/store.ts"
import { forgetMethodsOf } from "../../money/saved-methods/remove.ts"
import { findEntriesAbout, redactEntries } from "../../platform/audit/redactions-store.ts"
import { overwriteEvents } from "../../platform/events/store.ts"
import { assertErasable, collectIdentifiers, redactText } from "./rules.ts"
import {
  findEventTexts,
  findObjects,
  findOpenObjects,
  findResponseTexts,
  forgetAnswers,
  type Traces,
  writeErasures,
  writeJobErrors,
  writeResponseTexts,
} from "./store.ts"

/**
 * A request that read the contact before the erasure may commit until its own time limit. The job runs after that and overwrites what it
 * left.
 */
const lateMs = 60_000
const nothing = "(?!x)x"

/** Overwrites what is stored about a contact, in one commit. The books keep amounts, dates, statuses and ids. */
export async function erase(ctx: Context, id: string): Promise<Contact> {
  const contact = (await lockContact(ctx, id))!
  assertErasable(contact.credit, await findOpenObjects(ctx, id))
  const ids = await findObjects(ctx, id)
  const entries = await findEntriesAbout(ctx, ids, id)
  const identifiers = collectIdentifiers([contact, ...statesIn(entries, id)], holdersIn(entries))
  const patterns = patternsOf(identifiers)
  const traces = tracesOf(id, ids, identifiers.emails, { always: patterns.always ?? nothing, names: patterns.names ?? nothing })
  const redact = (text: string, isOwn = false) => redactText(text, identifiers, id, isOwn)
  await overwriteTexts(ctx, traces, redact)
  writeErasures(ctx, traces)
  await forgetMethodsOf(ctx, id)
  writeJobErrors(ctx, traces)
  const act = { action: "contacts.erase", kind: "contacts", id, after: { erasedAt: ctx.now.toISOString(), objects: ids.length - 1 } }
  await redactEntries(ctx, entries, row => redactEntry(row, id, redact), act)
  enqueue(ctx, "erase-late-traces", { contact: id }, new Date(ctx.now.getTime() + lateMs))
  return eraseContact(ctx, contact)
}

/** Overwrites what was written meanwhile. It finds rows by their link to the contact alone, because the names are already erased. */
export async function eraseLateTraces(ctx: Context, id: string) {
  const ids = await findObjects(ctx, id)
  const traces = tracesOf(id, ids, [], { always: nothing, names: nothing })
  await overwriteTexts(ctx, traces, text => redactText(text, { always: [], names: [] }, id))
  writeErasures(ctx, traces)
}

const tracesOf = (contact: string, ids: string[], emails: string[], patterns: Pick<Traces, "always" | "names">): Traces => ({
  ids,
  contact,
  emails,
  placeholder: erasedContact(contact).email,
  ...patterns,
})

async function overwriteTexts(ctx: Context, traces: Traces, redact: (text: string) => string) {
  const change = (rows: { id: string; text: string }[]) => rows.map(({ id, text }) => ({ id, text: isJson(text) ? redact(text) : text }))
  const [events, responses] = await Promise.all([findEventTexts(ctx, traces), findResponseTexts(ctx, traces)])
  overwriteEvents(ctx, change(events))
  forgetAnswers(ctx, events)
  writeResponseTexts(ctx, change(responses))
}
const isJson = (text: string) => text.startsWith("{") || text.startsWith("[")

/** The contact's earlier fields, from its own audit entries. */
const statesIn = (entries: readonly AuditRow[], id: string): Partial<ContactRow>[] =>
  entries.filter(({ object_id }) => object_id === id).flatMap(parseStates)

/** The holders' names of its bank accounts, and the names that were typed at payment links: they may differ from the contact's name. */
const holdersIn = (entries: readonly AuditRow[]): string[] =>
  entries
    .filter(({ object_type }) => object_type === "bankAccounts" || object_type === "paymentLinkPurchases")
    .flatMap(row => parseStates(row).flatMap(nameIn))

function nameIn(state: { holder?: unknown; name?: unknown }): string[] {
  const name = state.holder ?? state.name
  return typeof name === "string" ? [name] : []
}

const parseStates = ({ before, after }: AuditRow): object[] =>
  [before, after].flatMap(text => (text === null ? [] : [JSON.parse(text) as object]))

/** The IP address is the contact's if the contact acted, on the payment page or in the portal. */
function redactEntry(row: AuditRow, contact: string, redact: (text: string, isOwn: boolean) => string) {
  const isOwn = row.object_id === contact
  const isBy = row.user_id === contact || row.channel === "page" || row.channel === "portal"
  const change = (text: string | null) => (text === null ? null : redact(text, isOwn))
  return { before: change(row.before), after: change(row.after), address: isBy ? erased : row.address }
}
