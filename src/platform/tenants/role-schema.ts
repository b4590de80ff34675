import { z } from "zod"
import { common, Id, Metadata, Name, text, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { grantable, permissions, roleNames } from "../../kit/pure/permissions.ts"

const held = z.array(z.enum(permissions))
const moving = held.meta({ description: "Those of them that move money, or decide whether it moves" })

export const Role = z
  .object({
    _id: Id.meta({ description: "What `role` of a user or a key is" }),
    name: z.string(),
    description: z.string(),
    permissions: held,
    movesMoney: moving,
    version: Version,
    ...common,
  })
  .meta({ id: "Role" })
export type Role = z.output<typeof Role>

export const BuiltInRole = z
  .object({
    role: z.enum(roleNames),
    name: z.string().meta({ example: "Finance" }),
    description: z.string(),
    permissions: held,
    movesMoney: moving,
  })
  .meta({ id: "BuiltInRole" })

const name = Name.max(60, "must have at most 60 characters").meta({ example: "Bookkeeper" })
const description = text(500).trim().meta({ example: "Books what has arrived, and sends no money" })
const granted = z
  .array(z.enum(grantable, "must be a permission that a role may have"))
  .min(1, "must have a permission")
  .max(100, "must have at most 100 permissions")
  .refine(all => new Set(all).size === all.length, "names a permission twice")
  .meta({ example: ["transactions.view", "transactions.edit"] })

export const NewRole = z.object({ name, description: description.default(""), permissions: granted, metadata: Metadata.default({}) })
export const RoleChange = z.object({ name, description, permissions: granted, metadata: Metadata }).partial()
export const roleFilters = { name: by.anyCase("name_key"), ...commonFilters }
