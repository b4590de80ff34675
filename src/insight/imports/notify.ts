import type { Context } from "../../kit/db/context.ts"
import { notify } from "../../platform/notices/notify.ts"
import { findUsers } from "../../platform/tenants/store.ts"
import type { Counts } from "./schema.ts"
import type { ImportRecord } from "./store.ts"

/** Tells the person who started an import that it is done or has stopped. An API key has no mailbox. */
export async function notifyOfEnd(ctx: Context, row: ImportRecord, failure?: string) {
  const { id, started_by, file_name, row_count, counts, version } = row
  if (started_by?.type !== "person") return
  const people = (await findUsers(ctx, [started_by.user])).filter(({ active }) => active)
  const file = file_name || "your file"
  await notify(ctx, people, {
    kind: "import-ended",
    type: "imports",
    object: id,
    path: `/imports/${id}`,
    occasion: version,
    subject: failure === undefined ? `The import of ${file} is done` : `The import of ${file} has stopped`,
    paragraphs: [
      failure === undefined ? summaryOf(row_count, counts) : `${failure}.`,
      failure === undefined
        ? "The report has a line for each row. The same file can be imported again: it changes nothing twice."
        : "What was created stays. Start the import again: it goes on after the last row that it worked off.",
    ],
    action: "See the report",
    footer: `You get this mail because you started the import at ${ctx.tenant.name}.`,
  })
}

const summaryOf = (rows: number, { created, refused }: Counts) =>
  `${rows.toLocaleString("en")} rows: ${created.toLocaleString("en")} created, ${refused.toLocaleString("en")} refused.`
