import type { Context } from "../../kit/db/context.ts"
import { nextNumber } from "../../kit/db/number-sequence.ts"
import { type OwnAccountRow, unsealOwnNumber } from "../../parties/own-accounts/store.ts"
import { paymentFileProblem } from "../payouts/errors.ts"
import { cut, plainText } from "./characters.ts"
import { inCase, needsAddress, plainAddress } from "./payment.ts"
import { type NachaProfile, type Profile, profiles } from "./profiles.ts"
import { modifierOf } from "./rules.ts"
import { countMadeOn } from "./store.ts"

/** How the bank of an account wants its files; refuses an account that none are made for. */
export function profileOf({ id, profile }: Pick<OwnAccountRow, "id" | "profile">): Profile {
  if (profile === null) throw unfit({ id }, "it has no profile; set one")
  return profiles[profile]
}

export const unfit = ({ id }: Pick<OwnAccountRow, "id">, reason: string) => paymentFileProblem("PFL-1002", { account: id, reason })

/** Our side of a SEPA file. */
export function ownSide(account: OwnAccountRow, profile: Profile) {
  const number = unsealOwnNumber(account)
  const iban = "iban" in number ? number.iban : ""
  const { address, bic } = account
  if (address === null && needsAddress(iban)) throw unfit(account, "its bank is outside the European Economic Area, so it needs an address")
  return { name: holderOf(account, profile, 70), iban, bic, address: address && addressOf(account) }
}

type Facts = { made: string; executionDate: string; description: string }

/** Our side of a NACHA file. `made` is when, by the clocks of the bank. */
export async function nachaHeader(
  ctx: Context,
  account: OwnAccountRow,
  { made, executionDate, description }: Facts,
  { origin }: NachaProfile,
) {
  const { company, routing } = account
  if (!company || routing === null) throw unfit(account, "it has no company or routing number")
  const day = made.slice(0, 10)
  const modifier = modifierOf(await countMadeOn(ctx, account.id, day))
  if (!modifier) throw unfit(account, "36 files were made for it today, and a bank takes no more")
  return {
    madeAt: { date: day, time: made.slice(11, 16).replace(":", "") },
    executionDate,
    modifier,
    routing,
    company: { id: company.id, name: company.name.toUpperCase() },
    origin: origin === "company" ? company.id : null,
    description: description.toUpperCase(),
  }
}

/** Trace numbers never repeat, so that a return names one payment. They increase within a file, as the format requires. */
export async function tracesFor(ctx: Context, { routing }: OwnAccountRow, count: number, { format }: Profile): Promise<string[]> {
  if (format !== "nacha") return []
  const numbers: number[] = []
  while (numbers.length < count) numbers.push((await nextNumber(ctx.tenant.id, "trace")) % 10_000_000)
  return numbers.sort((a, b) => a - b).map(n => `${(routing ?? "").slice(0, 8)}${String(n).padStart(7, "0")}`)
}

function holderOf(account: OwnAccountRow, profile: Profile, max: number): string {
  const name = cut(inCase(plainText(account.holder) ?? "", profile), max)
  if (name === "") throw unfit(account, "its holder has letters that payment files can't carry")
  return name
}

function addressOf(account: OwnAccountRow) {
  const plain = account.address ? plainAddress(account.address) : undefined
  if (!plain) throw unfit(account, "its address has letters that payment files can't carry")
  return plain
}
