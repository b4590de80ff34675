import { z } from "zod"
import { Country, text } from "./fields.ts"

const line = (max: number) =>
  text(max, 1).refine(value => value.trim() === value && !/\p{Cc}/u.test(value), "must be one line without a space at its ends")

/** A structured address, as banks require it. Each part has the length that it has in payment files. */
export const PostalAddress = z
  .object({
    street: line(70).optional(),
    building: line(16).optional().meta({ description: "The number of the building" }),
    postCode: line(16).optional(),
    town: line(35),
    country: Country,
  })
  .meta({ id: "PostalAddress", example: { street: "Rua Azul", building: "12", postCode: "1000-001", town: "Lisboa", country: "PT" } })
export type PostalAddress = z.output<typeof PostalAddress>
