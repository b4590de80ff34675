import type { Context } from "../../kit/db/context.ts"
import { listing, noInput, operation } from "../../kit/operation/operation.ts"
import { generalProblem } from "../../kit/pure/errors.ts"
import { mergeMetadata } from "../../kit/pure/metadata.ts"
import { timeline } from "../../platform/audit/timeline.ts"
import { parseBic, parseNumber } from "../bank-accounts/formats.ts"
import { countryOf, parseCreditorId } from "./formats.ts"
import { assertActive, assertArchived, assertProfileFits, defaultProfile } from "./rules.ts"
import { NewOwnAccount, OwnAccount, OwnAccountChange, ownAccountFilters } from "./schema.ts"
import {
  findOwnAccountByNumber,
  insertOwnAccount,
  listOwnAccounts,
  type OwnAccountRow,
  readOwnAccount,
  readOwnAccountForUpdate,
  renderOwnAccount,
  saveOwnAccount,
} from "./store.ts"

export const ownAccountOperations = [
  operation({
    route: "POST /v1/own-accounts/create",
    creates: true,
    noun: "ownAccount",
    summary: "Create an account of yours for payment files and statements; its number is checked, encrypted and never shown again",
    needs: "bankAccounts.edit",
    needsConfirmation: "recent",
    effect: "draft",
    idempotency: "both",
    input: NewOwnAccount,
    output: OwnAccount,
    run: createOwnAccount,
  }),

  listing({
    route: "GET /v1/own-accounts",
    noun: "ownAccount",
    plural: "ownAccounts",
    summary: "List accounts of yours, newest first, with masked numbers",
    needs: "bankAccounts.view",
    filters: ownAccountFilters,
    item: OwnAccount,
    run: listOwnAccounts,
  }),

  operation({
    route: "GET /v1/own-accounts/{id}",
    noun: "ownAccount",
    summary: "One account of yours, with its number masked",
    needs: "bankAccounts.view",
    effect: "read",
    input: noInput,
    output: OwnAccount,
    subject: readOwnAccount,
    run: (_ctx, _input, account) => renderOwnAccount(account),
  }),

  operation({
    route: "POST /v1/own-accounts/{id}/update",
    noun: "ownAccount",
    summary: "Change what payment files say about an account of yours; another number is another account",
    needs: "bankAccounts.edit",
    needsConfirmation: "recent",
    effect: "change",
    input: OwnAccountChange,
    output: OwnAccount,
    subject: readOwnAccountForUpdate,
    assertPossible: account => assertActive(account, "changed"),
    run: updateOwnAccount,
  }),

  operation({
    route: "POST /v1/own-accounts/{id}/archive",
    noun: "ownAccount",
    summary: "Take an account of yours out of use; its files and statements stay, and it can be restored",
    needs: "bankAccounts.edit",
    effect: "change",
    input: noInput,
    output: OwnAccount,
    subject: readOwnAccountForUpdate,
    assertPossible: account => assertActive(account, "archived"),
    run: (ctx, _input, account) => saveOwnAccount(ctx, account, { status: "archived" }),
  }),

  operation({
    route: "POST /v1/own-accounts/{id}/restore",
    noun: "ownAccount",
    summary: "Use an archived account of yours again",
    needs: "bankAccounts.edit",
    needsConfirmation: "recent",
    effect: "change",
    input: noInput,
    output: OwnAccount,
    subject: readOwnAccountForUpdate,
    assertPossible: assertArchived,
    run: (ctx, _input, account) => saveOwnAccount(ctx, account, { status: "active" }),
  }),

  timeline("own-accounts", "bankAccounts.view", readOwnAccount),
]

async function createOwnAccount(ctx: Context, input: NewOwnAccount): Promise<OwnAccount> {
  const { name, holder = name, currency, iban, account, routing, company = null, address = null, metadata } = input
  const country = countryOf(input)
  const number = parseNumber({ country, iban, accountNumber: account, routing }, "account")
  const content = { country, currency, hasIban: "iban" in number, company }
  const profile = input.profile === undefined ? defaultProfile(content) : input.profile
  assertProfileFits(profile, content)
  const bic = input.bic === undefined ? null : parseBic(input.bic)
  const creditor_id = input.creditorId === undefined ? null : parseCreditorId(input.creditorId)
  // The unique index refuses a concurrent request, which runs again and finds the account here.
  const same = await findOwnAccountByNumber(ctx, { country, currency }, number)
  if (same) throw generalProblem("GEN-1010", { kind: "own account", field: "number and currency", _id: same.id })
  return insertOwnAccount(ctx, { name, holder, country, currency, number, bic, company, creditor_id, address, profile, metadata })
}

function updateOwnAccount(ctx: Context, input: OwnAccountChange, row: OwnAccountRow): OwnAccount {
  const { name = row.name, holder = row.holder, company = row.company, address = row.address, profile = row.profile } = input
  assertProfileFits(profile, { country: row.country, currency: row.currency, hasIban: row.has_iban, company })
  const bic = input.bic ? parseBic(input.bic) : input.bic === null ? null : row.bic
  const creditor_id = input.creditorId ? parseCreditorId(input.creditorId) : input.creditorId === null ? null : row.creditor_id
  const metadata = mergeMetadata(row.metadata, input.metadata)
  return saveOwnAccount(ctx, row, { name, holder, bic, company, creditor_id, address, profile, metadata })
}
