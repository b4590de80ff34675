import type { z } from "zod"
import { invalidField } from "../../kit/pure/errors.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { assertLimitHolds, assertPeriod } from "./rules.ts"
import type { LinkLine, PaymentLinkChange } from "./schema.ts"
import type { PaymentLinkRow } from "./store.ts"

type Change = z.output<typeof PaymentLinkChange>

/** The columns that a change of a link sets. New limits hold what was sold already. */
export function changeOf(link: PaymentLinkRow, { maxUses, opensAt, closesAt, holdMinutes, stock, metadata, ...rest }: Change) {
  assertLimitHolds("maxUses", maxUses, link.uses)
  assertPeriod(opensAt === undefined ? link.opens_at : opensAt, closesAt === undefined ? link.closes_at : closesAt)
  const lines = stock === undefined ? undefined : changeStock(link.lines, stock)
  return {
    ...omitUndefined({ ...rest, lines, max_uses: maxUses, opens_at: opensAt, closes_at: closesAt, hold_minutes: holdMinutes }),
    metadata: mergeMetadata(link.metadata, metadata),
  }
}

function changeStock(lines: readonly LinkLine[], changes: NonNullable<Change["stock"]>): LinkLine[] {
  const unknown = changes.findIndex(change => lines.every(({ _id }) => _id !== change.line))
  if (unknown >= 0) throw invalidField(`stock[${unknown}].line`, "is not a line of this payment link")
  return lines.map(line => {
    const index = changes.findIndex(change => change.line === line._id)
    if (index < 0) return line
    const { stock = null } = changes[index]!
    assertLimitHolds(`stock[${index}].stock`, stock, line.taken)
    return { ...line, stock }
  })
}
