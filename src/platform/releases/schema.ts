import { z } from "zod"
import { text } from "../../kit/pure/fields.ts"

export const LatestRelease = z
  .object({
    version: z.string().nullable().meta({ description: "The version of this service; null until it has a section in the changelog" }),
    date: z.string().nullable().meta({ description: "The day of its release", example: "2026-11-19" }),
    changes: z.array(z.string()).meta({ description: "What was added, each in a sentence or two, as plain text" }),
    isNew: z.boolean().meta({ description: "Whether the person worked here before this version and has not closed its list" }),
  })
  .meta({ id: "LatestRelease" })
export type LatestRelease = z.output<typeof LatestRelease>

export const SeenRelease = z.object({ version: text(50, 1) }).meta({ example: { version: "0.2.0" } })
