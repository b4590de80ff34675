import { batchedLookup } from "../../kit/db/batched-lookup.ts"
import { boolean, identity, json, nullable, oneOf, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { resealColumn } from "../../kit/db/secret-key-marker.ts"
import { resource } from "../../kit/operation/resource.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { newId } from "../../kit/pure/id.ts"
import type { PostalAddress } from "../../kit/pure/postal-address.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { isOutdated, keyedHashes, seal, unseal } from "../../kit/service/crypto.ts"
import { resolveContact } from "../contacts/store.ts"
import { resolvePartnershipId } from "../partnerships/store.ts"
import type { AccountNumber } from "./formats.ts"
import { assertActive, identityOf, lastDigitsOf, maskedOf } from "./rules.ts"
import type { BankAccount, MaskedAccount } from "./schema.ts"
import { accountStatuses, accountTypes, owners } from "./values.ts"

const columns = {
  ...identity,
  holder: text,
  country: text,
  currency: text,
  owner: oneOf(owners),
  contact_id: nullable(text),
  partnership_id: nullable(text),
  status: oneOf(accountStatuses),
  sealed: nullable(text),
  fingerprint: nullable(text),
  last_digits: text,
  bic: nullable(text),
  routing: nullable(text),
  account_type: nullable(oneOf(accountTypes)),
  address: nullable(json<PostalAddress>()),
  shown_to_payers: boolean,
  pix_key: nullable(text),
  ...tracked,
}
export type BankAccountRow = Row<typeof columns>

const accounts = resource("bank_accounts", columns, {
  noun: "bank account",
  publishes: "bankAccounts",
  counted: true,
  references: { contact: resolveContact, partnership: resolvePartnershipId },
  render: renderBankAccount,
})
export const {
  find: findBankAccount,
  read: readBankAccount,
  readForUpdate: readBankAccountForUpdate,
  resolve: resolveBankAccount,
  list: listBankAccounts,
} = accounts

const findByFingerprint = accounts.findBy("fingerprint")

type Content = Pick<BankAccountRow, "holder" | "country" | "currency" | "owner" | "contact_id" | "partnership_id">
type NewAccount = Content & Pick<BankAccountRow, "bic" | "account_type" | "address" | "metadata"> & { number: AccountNumber }

/** The existing account that is the same as this one. Also tries older SECRET_KEYs, because they may have hashed the row. */
export async function findSameAccount(ctx: Context, content: Content, number: AccountNumber): Promise<BankAccountRow | undefined> {
  for (const hash of fingerprintsOf(ctx.tenant.id, content, number)) {
    const row = await findByFingerprint(ctx, hash)
    if (row) return row
  }
  return undefined
}

export function insertBankAccount(ctx: Context, { number, ...content }: NewAccount): BankAccount {
  const id = newId(ctx.now)
  return accounts.insert(ctx, {
    ...content,
    id,
    status: "active",
    ...protectedNumber(ctx.tenant.id, id, content, number),
    last_digits: lastDigitsOf(number),
    routing: "iban" in number ? null : (number.routing ?? null),
    shown_to_payers: false,
    pix_key: null,
  }).object
}

type Change = Pick<BankAccountRow, "holder" | "account_type" | "address" | "metadata">

/** The fingerprint includes the holder, so a new holder changes it. */
export function saveBankAccount(ctx: Context, before: BankAccountRow, change: Change): BankAccount {
  const isRenamed = change.holder !== before.holder
  const [fingerprint] = isRenamed ? fingerprintsOf(ctx.tenant.id, { ...before, ...change }, unsealNumber(before)) : [before.fingerprint]
  return accounts.save(ctx, before, { ...change, fingerprint }).object
}

/** Erases the number. Past payouts to the account keep its last digits. */
export const deactivateBankAccount = (ctx: Context, before: BankAccountRow): BankAccount =>
  accounts.save(ctx, before, { status: "inactive", sealed: null, fingerprint: null, shown_to_payers: false, pix_key: null }).object

type Shown = Pick<BankAccountRow, "shown_to_payers" | "pix_key">
export const saveShown = (ctx: Context, before: BankAccountRow, shown: Shown): BankAccount => accounts.save(ctx, before, shown).object

/** The newest account of the tenant that payers see for transfers in this currency. */
export const findShownAccount = batchedLookup<{ tenant_id: string; currency: string }, BankAccountRow>(`
  select n, a.* from jsonb_to_recordset($1) as input(n int, tenant_id text, currency text)
  cross join lateral (
    select * from bank_accounts
    where tenant_id = input.tenant_id and currency = input.currency and shown_to_payers and status = 'active' order by id desc limit 1) a`)

/**
 * For a payout or a mandate that needs the account from now on: refuses an inactive one, and makes a concurrent deactivation wait or run
 * again, so that it sees the new use.
 */
export async function resolveUsableBankAccount(ctx: Context, reference: string): Promise<BankAccountRow> {
  const row = await readBankAccountForUpdate(ctx, (await resolveBankAccount(ctx, reference)).id)
  assertActive(row, "used")
  accounts.touch(ctx, row)
  return row
}

/** The whole number, only for gateways, and for payers if the account is shown to them. Never return or log it. */
export function unsealNumber({ tenant_id, id, sealed }: BankAccountRow): AccountNumber {
  if (sealed === null) throw new Error("an inactive bank account has no number")
  return JSON.parse(unseal(sealed, sealPlace(tenant_id, id))) as AccountNumber
}

/** Seals and hashes the numbers of an older SECRET_KEY with the current one, and returns how many. Keep the older key until then. */
export const resealBankAccounts = (): Promise<number> => resealColumn("bank_accounts", "sealed", resealBankAccount)

const resealBankAccount = (tenant: string, id: string): Promise<number> =>
  asSystem(tenant, "seal bank accounts", async ctx => {
    const row = await readBankAccountForUpdate(ctx, id)
    if (row.sealed === null || !isOutdated(row.sealed)) return 0
    accounts.touch(ctx, row, protectedNumber(tenant, id, row, unsealNumber(row)))
    return 1
  })

const protectedNumber = (tenant: string, id: string, content: Content, number: AccountNumber) => ({
  sealed: seal(JSON.stringify(number), sealPlace(tenant, id)),
  fingerprint: fingerprintsOf(tenant, content, number)[0],
})

function fingerprintsOf(tenant: string, content: Content, number: AccountNumber) {
  const { owner, contact_id, partnership_id, holder, currency, country } = content
  return keyedHashes(identityOf({ tenant, owner, ownerId: contact_id ?? partnership_id, holder, currency, country, number }))
}

const sealPlace = (tenant: string, id: string) => `${tenant} bank account ${id}`

/** How other objects show the account that they use. */
export const renderMasked = ({ id, last_digits }: Pick<BankAccountRow, "id" | "last_digits">): MaskedAccount => ({
  _id: id,
  masked: maskedOf(last_digits),
})

export function renderBankAccount(row: BankAccountRow): BankAccount {
  return {
    _id: row.id,
    holder: row.holder,
    country: row.country,
    currency: row.currency,
    owner: row.owner,
    contact: row.contact_id,
    partnership: row.partnership_id,
    masked: maskedOf(row.last_digits),
    bic: row.bic,
    routing: row.routing,
    accountType: row.account_type,
    address: row.address,
    status: row.status,
    shownToPayers: row.shown_to_payers,
    pixKey: row.pix_key,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
