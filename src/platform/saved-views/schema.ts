import { z } from "zod"
import { common, Id, text, Version } from "../../kit/pure/fields.ts"
import { by, commonFilters } from "../../kit/pure/filters.ts"
import { densities } from "./values.ts"

const maxFilters = 30
/** The database takes a little more, because it writes JSON with blanks. */
const maxQueryLength = 19_900

const list = text(60, 1)
  .regex(/^[a-z-]+(\/[a-z-]+)?$/, "must be the path of a list, such as payment-intents")
  .meta({ description: "The path of the list after /v1/", example: "payment-intents" })
const name = text(60, 1).trim().min(1, "must not be blank").meta({ example: "Late in Brazil" })
const query = z
  .record(text(100, 1), text(2000))
  .refine(parameters => Object.keys(parameters).length <= maxFilters, `must have at most ${maxFilters} parameters`)
  .refine(parameters => JSON.stringify(parameters).length <= maxQueryLength, `must have at most ${maxQueryLength} characters as JSON`)
  .meta({ description: "Filters, sort order and search text, as the dashboard has them in its address", example: { currency: "BRL" } })
const columns = z
  .array(text(60, 1))
  .min(1, "must have a column")
  .max(40, "must have at most 40 columns")
  .nullable()
  .meta({ description: "The columns in their order; null for those of the list itself" })
const density = z.enum(densities, `must be one of ${densities.join(", ")}`)
const shared = z.boolean().meta({ description: "All people of the tenant see it" })

export const SavedView = z
  .object({
    _id: Id,
    list,
    name,
    owner: Id.meta({ description: "The user who saved it" }),
    shared,
    query,
    columns,
    density,
    mayEdit: z.boolean().meta({ description: "The caller may change and delete it" }),
    version: Version,
    ...common,
  })
  .meta({ id: "SavedView" })
export type SavedView = z.output<typeof SavedView>

export const NewSavedView = z
  .object({ list, name, shared: shared.default(false), query, columns: columns.default(null), density: density.default("comfortable") })
  .meta({ example: { list: "payment-intents", name: "Late in Brazil", query: { currency: "BRL", status: "overdue" } } })

/** A view stays with its list. */
export const SavedViewChange = z.object({ name, shared, query, columns, density }).partial()

export const savedViewFilters = {
  list: by.text("list"),
  shared: by.boolean("is_shared"),
  ...commonFilters,
}
