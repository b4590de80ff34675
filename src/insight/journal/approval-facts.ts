import type { Effects } from "../../control/approvals/request-store.ts"
import type { Facts } from "../../control/approvals/schema.ts"
import type { CloseRow } from "./close-store.ts"

type Close = Pick<CloseRow, "id" | "month" | "totals">

/** The reopening of a month as approvals see it. */
export const reopeningToApprove = (close: Close) => ({
  type: "journal-close" as const,
  id: close.id,
  facts: { ...factsOf(close), partnerships: [] },
  effects: effectsOf(close),
})

/** A month has several currencies and no amount of its own, so no policy can match on them. The first currency stands for all. */
export const factsOf = ({ totals }: Pick<Close, "totals">): Omit<Facts, "partnerships"> => {
  const currency = totals?.[0]?.currency ?? "EUR"
  return {
    action: "reopen",
    amount: null,
    sourceCurrency: currency,
    targetCurrency: currency,
    method: null,
    recipientType: null,
    team: null,
  }
}

const effectsOf = ({ month }: Close): Effects => ({
  onApprove: [{ code: "month-reopened", text: `${month} is open again, so entries can be dated in it, and its later export may differ.` }],
  onReject: [{ code: "month-stays-closed", text: `${month} stays closed.` }],
})
