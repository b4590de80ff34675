import { z } from "zod"
import { common, Id, text, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"

const maxMentions = 20
const maxTags = 20

const type = text(60, 1)
  .regex(/^[a-z-]+(\/[a-z-]+)?$/, "must be the path of an object's API, such as payment-intents")
  .meta({ description: "The path of the object's API after /v1/", example: "payment-intents" })
const body = text(5000, 1).trim().min(1, "must not be blank").meta({ example: "Called Ana: she pays on Friday. @Rui please check." })
const mentions = z
  .array(Id)
  .max(maxMentions, `must have at most ${maxMentions} people`)
  .meta({ description: "The users who are mentioned; each of them gets one mail" })

/** Written by people of the tenant for each other. Contacts and partners never see it. */
export const Note = z
  .object({ _id: Id, type, object: Id, author: Id, text: body, mentions, version: Version, ...common })
  .meta({ id: "Note" })
export type Note = z.output<typeof Note>

export const NewNote = z
  .object({ type, object: text(100, 1).meta({ description: "Its id or number" }), text: body, mentions: mentions.default([]) })
  .meta({ example: { type: "payment-intents", object: "PI-000001", text: "Called Ana: she pays on Friday." } })

export const NoteChange = z.object({ text: body, mentions }).partial()

export const noteFilters = { type: by.text("object_type"), object: by.text("object_id"), author: by.text("user_id"), ...commonFilters }

const tag = text(40, 1)
  .trim()
  .toLowerCase()
  .min(1, "must not be blank")
  .refine(label => Array.from(label).length <= 40, "must have at most 40 characters") // in lower case a letter may become two
  .refine(label => !label.includes(","), "must have no comma")
  .meta({ description: "A short label in lower case", example: "vip" })
const tags = z.array(tag).max(maxTags, `must have at most ${maxTags} tags`)

/** The labels of one object. */
export const Tags = z.object({ type, object: Id, tags: z.array(z.string()) }).meta({ id: "Tags" })
export const TagChange = z
  .object({ type, object: text(100, 1).meta({ description: "Its id or number" }), tags })
  .meta({ example: { type: "contacts", object: "ana@example.com", tags: ["vip", "school"] } })
export const TaggedObject = z.object({ type, object: text(100, 1) })

export const TagQuery = z.object({ type: type.optional() })
export const UsedTags = z.array(z.object({ tag: z.string(), count: z.int() }))
