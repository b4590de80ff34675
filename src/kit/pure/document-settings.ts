import { z } from "zod"
import { text } from "./fields.ts"

/** The kinds of documents that a tenant may number. */
const numberedKinds = ["invoice", "receipt", "credit-note", "advice"] as const

const lines = (max: number) =>
  text(max, 1)
    .trim()
    .refine(value => value !== "" && value.split("\n").length <= 8, "must have 1 to 8 lines")

/** What documents say about the tenant that issues them. */
export const DocumentSettings = z
  .object({
    legalName: text(200, 1).trim().nullable().meta({ description: "As registered; null: the tenant's name" }),
    address: lines(500).nullable().meta({ description: "In lines, as on an envelope" }),
    taxId: text(50, 1).trim().nullable().meta({ description: "Such as a VAT number or a CNPJ" }),
    note: text(500, 1).trim().nullable().meta({ description: "A text at the end of every document" }),
    numbered: z
      .array(z.enum(numberedKinds, `must be one of ${numberedKinds.join(", ")}`))
      .max(numberedKinds.length)
      .refine(kinds => new Set(kinds).size === kinds.length, "must name each kind once")
      .meta({ description: "Documents of these kinds get numbers without gaps, by kind and year, and are never made again" }),
  })
  .meta({ id: "DocumentSettings" })
export type DocumentSettings = z.output<typeof DocumentSettings>

export const defaultDocumentSettings: DocumentSettings = { legalName: null, address: null, taxId: null, note: null, numbered: [] }
/** Fields that are absent stay as they are. */
export const DocumentSettingsChange = z.strictObject(DocumentSettings.shape).partial()
