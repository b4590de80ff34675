import type { z } from "zod"
import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { resolveActiveContact } from "../contacts/store.ts"
import { resolvePartnershipId } from "../partnerships/store.ts"
import { bankAccountProblem } from "./errors.ts"
import { parseBic, parseNumber } from "./formats.ts"
import { parsePixKey } from "./pix-key.ts"
import type { BankAccountDependent } from "./ports.ts"
import { assertActive, assertOwnedBy, assertOwnerNamed, assertShown } from "./rules.ts"
import { BankAccount, BankAccountChange, bankAccountFilters, NewBankAccount, ShowToPayers } from "./schema.ts"
import {
  type BankAccountRow,
  deactivateBankAccount,
  findSameAccount,
  insertBankAccount,
  listBankAccounts,
  readBankAccount,
  readBankAccountForUpdate,
  renderBankAccount,
  saveBankAccount,
  saveShown,
  unsealNumber,
} from "./store.ts"

type Dependents = readonly BankAccountDependent[]

export const bankAccountOperations = (dependents: Dependents) => [
  operation({
    route: "POST /v1/bank-accounts/create",
    creates: true,
    noun: "bankAccount",
    summary: "Create a bank account of yours, of a contact or of a partnership; its number is checked, encrypted and never shown again",
    needs: "bankAccounts.edit",
    needsConfirmation: "recent",
    effect: "draft",
    idempotency: "both",
    input: NewBankAccount,
    output: BankAccount,
    run: createBankAccount,
  }),

  listing({
    route: "GET /v1/bank-accounts",
    noun: "bankAccount",
    plural: "bankAccounts",
    summary: "List bank accounts, newest first, with masked numbers",
    needs: "bankAccounts.view",
    filters: bankAccountFilters,
    item: BankAccount,
    run: listBankAccounts,
  }),

  operation({
    route: "GET /v1/bank-accounts/{id}",
    noun: "bankAccount",
    summary: "One bank account, with its number masked",
    needs: "bankAccounts.view",
    effect: "read",
    input: noInput,
    output: BankAccount,
    subject: readBankAccount,
    run: (_ctx, _input, account) => renderBankAccount(account),
  }),

  operation({
    route: "POST /v1/bank-accounts/{id}/update",
    noun: "bankAccount",
    summary:
      "Change address, type and metadata, or the holder unless a payout or a mandate is being sent; another number is another account",
    needs: "bankAccounts.edit",
    needsConfirmation: "recent",
    effect: "change",
    input: BankAccountChange,
    output: BankAccount,
    subject: readBankAccountForUpdate,
    assertPossible: account => assertActive(account, "changed"),
    async run(ctx, input, account) {
      const { holder, metadata } = input
      const { accountType: account_type = account.account_type, address = account.address } = input
      const changed = { holder: holder ?? account.holder, account_type, address, metadata: mergeMetadata(account.metadata, metadata) }
      if (changed.holder !== account.holder) await assertNo("findUnsent", "given another holder", ctx, account, dependents)
      const same = holder && (await findSameAccount(ctx, { ...account, ...changed }, unsealNumber(account)))
      if (same && same.id !== account.id) throw alreadyExists(same.id)
      return saveBankAccount(ctx, account, changed)
    },
  }),

  operation({
    route: "POST /v1/bank-accounts/{id}/show-to-payers",
    label: "Show a bank account to payers",
    noun: "bankAccount",
    summary: "Show an account of yours, with its whole number or its Pix key, to payers who transfer in its currency",
    needs: "bankAccounts.edit",
    needsConfirmation: "recent", // a person who changes where payers send their money could steal it
    effect: "change",
    input: ShowToPayers,
    output: BankAccount,
    subject: readBankAccountForUpdate,
    assertPossible(account) {
      assertActive(account, "shown")
      assertOwnedBy(account, "self", null)
    },
    run(ctx, { pixKey }, account) {
      const pix_key = pixKey === undefined ? account.pix_key : pixKey === null ? null : parsePixKey(pixKey, account.currency)
      return saveShown(ctx, account, { shown_to_payers: true, pix_key })
    },
  }),

  operation({
    route: "POST /v1/bank-accounts/{id}/hide-from-payers",
    label: "Hide a bank account from payers",
    noun: "bankAccount",
    summary: "Stop showing a bank account to payers",
    needs: "bankAccounts.edit",
    effect: "change",
    input: noInput,
    output: BankAccount,
    subject: readBankAccountForUpdate,
    assertPossible: assertShown,
    run: (ctx, _input, account) => saveShown(ctx, account, { shown_to_payers: false, pix_key: account.pix_key }),
  }),

  operation({
    route: "POST /v1/bank-accounts/{id}/deactivate",
    noun: "bankAccount",
    summary: "Take a bank account out of use for good and erase its number; refused while a payout or an authorization uses it",
    needs: "bankAccounts.edit",
    effect: "change",
    input: noInput,
    output: BankAccount,
    subject: readBankAccountForUpdate,
    assertPossible(account, ctx) {
      assertActive(account, "deactivated")
      return assertNo("findUse", "deactivated", ctx, account, dependents)
    },
    run: (ctx, _input, account) => deactivateBankAccount(ctx, account),
  }),

  timeline("bank-accounts", "bankAccounts.view", readBankAccount),
]

async function createBankAccount(ctx: Context, input: z.output<typeof NewBankAccount>): Promise<BankAccount> {
  const { holder, country, currency, owner, accountType: account_type = null, address = null, metadata } = input
  assertOwnerNamed(input)
  const number = parseNumber(input)
  const bic = input.bic === undefined ? null : parseBic(input.bic)
  const contact_id = input.contact === undefined ? null : await resolveActiveContact(ctx, input.contact)
  const partnership_id = input.partnership === undefined ? null : await resolvePartnershipId(ctx, input.partnership)
  const content = { holder, country, currency, owner, contact_id, partnership_id }
  // The unique index refuses a concurrent request, which runs again and finds the account here.
  const same = await findSameAccount(ctx, content, number)
  if (same) throw alreadyExists(same.id)
  return insertBankAccount(ctx, { ...content, number, bic, account_type, address, metadata })
}

async function assertNo(find: keyof BankAccountDependent, action: string, ctx: Context, { id }: BankAccountRow, dependents: Dependents) {
  for (const dependent of dependents) {
    const use = await dependent[find](ctx, id)
    if (use) throw bankAccountProblem("BNK-2002", { ...use, action })
  }
}

const alreadyExists = (id: string) => generalProblem("GEN-1010", { kind: "bank account", field: "number, holder and owner", _id: id })
