import type { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { parseInput } from "../../kit/pure/input.ts"
import { omitUndefined } from "../../kit/pure/omit-undefined.ts"
import { openAuthorization } from "../../money/authorizations/create.ts"
import { NewAuthorization } from "../../money/authorizations/schema.ts"
import { parseBic, parseNumber } from "../../parties/bank-accounts/formats.ts"
import { NewBankAccount } from "../../parties/bank-accounts/schema.ts"
import { findSameAccount, insertBankAccount, renderMasked, resolveUsableBankAccount } from "../../parties/bank-accounts/store.ts"
import { resolveActiveContact } from "../../parties/contacts/store.ts"

const Mandate = NewAuthorization.omit({ bankAccount: true })
type Account = z.output<typeof NewBankAccount>
type ParsedMandate = { account: Account; mandate: z.output<typeof Mandate> }

/** The payer's bank account and the mandate for it. An IBAN begins with its country. */
export function parseMandate(fields: Record<string, unknown>): ParsedMandate {
  const { holder, currency, iban, bic, accountNumber, routing, contact, ...mandate } = fields
  const { country = typeof iban === "string" ? iban.slice(0, 2).toUpperCase() : undefined, ...rest } = mandate
  const account = omitUndefined({ holder, country, currency, iban, bic, accountNumber, routing, contact, owner: "contact" })
  return {
    account: parseInput(NewBankAccount, account) as Account,
    mandate: parseInput(Mandate, { contact, ...rest }) as z.output<typeof Mandate>,
  }
}

/** Creates the bank account, unless the payer has it already, and the mandate, in one commit. */
export async function createMandate(ctx: Context, { account, mandate }: ParsedMandate): Promise<{ _id: string }> {
  const { holder, country, currency, accountType: account_type = null, address = null } = account
  const contact_id = await resolveActiveContact(ctx, mandate.contact)
  const number = parseNumber(account)
  const content = { holder, country, currency, owner: "contact" as const, contact_id, partnership_id: null }
  const same = await findSameAccount(ctx, content, number)
  const bic = account.bic === undefined ? null : parseBic(account.bic)
  const masked = same
    ? renderMasked(await resolveUsableBankAccount(ctx, same.id))
    : insertBankAccount(ctx, { ...content, number, bic, account_type, address, metadata: {} })
  const { scheme, maxAmount: max_amount = null, reference = null, metadata, terms: signed } = mandate
  const used = { _id: masked._id, masked: masked.masked }
  return openAuthorization(ctx, { contact_id, account: used, scheme, currency, max_amount, reference, metadata, signed })
}
