import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { visibleTypes } from "../../kit/operation/visible-types.ts"
import { findUsers, lockTenant } from "../../platform/tenants/store.ts"
import { noteProblem } from "./errors.ts"
import { notifyMentioned } from "./mails.ts"
import { findTarget, type Target } from "./objects.ts"
import { assertAuthor, assertMayBeMentioned, distinctTags, newlyMentioned } from "./rules.ts"
import { NewNote, Note, NoteChange, noteFilters, TagChange, TaggedObject, TagQuery, Tags, UsedTags } from "./schema.ts"
import {
  countTags,
  deleteNote,
  findTags,
  insertNote,
  listNotes,
  type NoteRow,
  readNote,
  readNoteForUpdate,
  renderNote,
  saveNote,
  saveTags,
} from "./store.ts"

const noteOperations = [
  operation({
    route: "POST /v1/notes/create",
    creates: true,
    noun: "note",
    summary: "Write a note about an object for your colleagues; those who are mentioned get a mail, contacts and partners never see it",
    needs: "notes.edit",
    effect: "change",
    input: NewNote,
    output: Note,
    async run(ctx, { type, object, text, mentions }) {
      const target = await findTarget(ctx, type, object)
      await notifyAll(ctx, target, text, newlyMentioned([], mentions, ctx.caller.user))
      return insertNote(ctx, { object_type: type, object_id: target.id, text, mentions: [...new Set(mentions)] })
    },
  }),

  listing({
    route: "GET /v1/notes",
    noun: "note",
    plural: "notes",
    summary: "List notes, newest first; filter by the type and the id of an object",
    needs: "notes.view",
    filters: noteFilters,
    item: Note,
    run: (ctx, list) => listNotes(ctx, list, visibleTypes(ctx)),
  }),

  operation({
    route: "GET /v1/notes/{id}",
    noun: "note",
    summary: "One note",
    needs: "notes.view",
    effect: "read",
    input: noInput,
    output: Note,
    subject: readVisible(readNote),
    run: (_ctx, _input, note) => renderNote(note),
  }),

  operation({
    route: "POST /v1/notes/{id}/update",
    noun: "note",
    summary: "Change a note of yours; the audit log keeps the earlier text",
    needs: "notes.edit",
    effect: "change",
    input: NoteChange,
    output: Note,
    subject: readVisible(readNoteForUpdate),
    assertPossible: (note, { caller }) => assertAuthor(note, caller),
    async run(ctx, { text, mentions }, note) {
      const change = { text: text ?? note.text, mentions: mentions ? [...new Set(mentions)] : note.mentions }
      const target = await findTarget(ctx, note.object_type, note.object_id)
      await notifyAll(ctx, target, change.text, newlyMentioned(note.mentions, change.mentions, ctx.caller.user))
      return saveNote(ctx, note, change)
    },
  }),

  operation({
    route: "POST /v1/notes/{id}/delete",
    noun: "note",
    summary: "Delete a note of yours; the audit log keeps its text",
    needs: "notes.edit",
    effect: "change",
    input: noInput,
    output: Note,
    subject: readVisible(readNoteForUpdate),
    assertPossible: (note, { caller }) => assertAuthor(note, caller),
    run(ctx, _input, note) {
      deleteNote(ctx, note)
      return renderNote(note)
    },
  }),
] as const

const tagOperations = [
  operation({
    route: "POST /v1/tags/set",
    label: "Set the tags of an object",
    noun: "tags",
    summary: "Give an object these tags and no others; every list takes the filter tag",
    needs: "notes.edit",
    effect: "change",
    input: TagChange,
    output: Tags,
    async run(ctx, { type, object, tags }) {
      const { id } = await findTarget(ctx, type, object)
      await lockTenant(ctx) // of two changes at once the second sees the first
      const after = distinctTags(tags)
      saveTags(ctx, { type, object: id }, await findTags(ctx, id), after)
      return { type, object: id, tags: after }
    },
  }),

  operation({
    route: "GET /v1/tags/of",
    label: "The tags of an object",
    noun: "tags",
    summary: "The tags of one object, by its type and id",
    needs: "notes.view",
    effect: "read",
    query: true,
    input: TaggedObject,
    output: Tags,
    async run(ctx, { type, object }) {
      const { id } = await findTarget(ctx, type, object)
      return { type, object: id, tags: await findTags(ctx, id) }
    },
  }),

  operation({
    route: "GET /v1/tags",
    label: "Tags in use",
    noun: "tags",
    summary: "The tags in use, with how many objects have each; of one type, or of all that you may see",
    needs: "notes.view",
    effect: "read",
    query: true,
    input: TagQuery,
    output: UsedTags,
    run: (ctx, { type }) =>
      countTags(
        ctx,
        visibleTypes(ctx).filter(each => type === undefined || each === type),
      ),
  }),
] as const

export const noteAndTagOperations = [...noteOperations, ...tagOperations] as const

/** A note about an object that the caller may not see gives the same refusal as that object. */
function readVisible(read: (ctx: Context, id: string) => Promise<NoteRow>) {
  return async (ctx: Context, id: string): Promise<NoteRow> => {
    const note = await read(ctx, id)
    await findTarget(ctx, note.object_type, note.object_id)
    return note
  }
}

async function notifyAll(ctx: Context, target: Target, text: string, users: readonly string[]) {
  const people = await findUsers(ctx, users)
  const unknown = users.find(id => !people.some(person => person.id === id))
  if (unknown) throw noteProblem("NOT-1002", { name: unknown })
  for (const person of people) {
    assertMayBeMentioned(person, target.needs)
    await notifyMentioned(ctx, person, target, text)
  }
}
