import type { Context } from "../../kit/db/context.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import type { PartnerDebtsOf } from "../../money/ledger/ports.ts"
import { availableParts } from "../../money/ledger/rules.ts"
import { readBalanceSums } from "../../money/ledger/store.ts"
import { figure, part } from "./say.ts"
import type { Reason } from "./schema.ts"

const sentences: Record<ReturnType<typeof availableParts>[number]["of"], string> = {
  cash: "{amount} {currency} is held by gateways and in your accounts, after fees",
  payable: "{amount} {currency} is owed to partners",
  reserved: "{amount} {currency} is set aside for payouts and open disputes",
  credit: "{amount} {currency} is credit of contacts",
  unallocated: "{amount} {currency} are transfers that name no payment",
}

/** Why a balance has what is available: the parts that it is computed from. */
export async function explainBalance(
  ctx: Context,
  partnerDebts: PartnerDebtsOf,
  currency: string,
): Promise<{ id: string; reasons: Reason[] }> {
  const { sums, debts } = await readBalanceSums(ctx, partnerDebts)
  if (!sums.some(({ value }) => value.slice(0, 3) === currency)) throw generalProblem("GEN-1004", { kind: "balance", reference: currency })
  const found = availableParts(sums, debts, currency).filter(({ n }) => n !== 0n)
  const parts = found.map(({ of, n }) => part(Number(n), currency, sentences[of]))
  const available = Number(found.reduce((total, { n }) => total + n, 0n))
  return { id: currency, reasons: [figure("available", available, currency, "{amount} {currency} is available.", parts)] }
}
