import type { Context } from "../../kit/db/context.ts"
import { resolveOwnAccount } from "../../parties/own-accounts/store.ts"
import { findCsvProfile } from "./profiles-store.ts"
import { previewOf } from "./readers/preview.ts"
import { formatOf } from "./readers/read.ts"
import type { PreviewInput, StatementPreview } from "./schema.ts"

/** Reads the first lines with the readers of the import, by the profile that an import would use. */
export async function previewStatement(ctx: Context, { file, ownAccount, profile }: PreviewInput): Promise<StatementPreview> {
  const account = await resolveOwnAccount(ctx, ownAccount)
  const isCsv = (formatOf(file.bytes) ?? "csv") === "csv"
  const saved = profile || !isCsv ? undefined : (await findCsvProfile(ctx, account.id))?.profile
  const read = previewOf(file.bytes, profile ?? saved, account.currency)
  return {
    ...read,
    currency: account.currency,
    source: read.profile && (profile ? "given" : saved ? "saved" : "guessed"),
    bookings: read.bookings.map(({ line, bookedOn, valueOn, amount, balance, reference, payments: [payment] }) => {
      const { name = null, account: other = null, text = "" } = payment ?? {}
      return { line, bookedOn, valueOn, amount, balance, name, account: other, text, reference }
    }),
  }
}
