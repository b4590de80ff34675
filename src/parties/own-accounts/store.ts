import { boolean, identity, json, nullable, oneOf, type Row, text, tracked } from "../../kit/db/columns.ts"
import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import { resealColumn } from "../../kit/db/secret-key-marker.ts"
import { resource } from "../../kit/operation/resource.ts"
import { asSystem } from "../../kit/operation/system.ts"
import { newId } from "../../kit/pure/id.ts"
import { isoTime } from "../../kit/pure/time.ts"
import { isOutdated, keyedHashes, seal, unseal } from "../../kit/service/crypto.ts"
import type { PostalAddress } from "../../kit/pure/postal-address.ts"
import type { AccountNumber } from "../bank-accounts/formats.ts"
import { lastDigitsOf, maskedOf } from "../bank-accounts/rules.ts"
import { identityOf } from "./rules.ts"
import type { Company, OwnAccount } from "./schema.ts"
import { ownAccountStatuses, profileNames } from "./values.ts"

const columns = {
  ...identity,
  name: text,
  holder: text,
  country: text,
  currency: text,
  sealed: text,
  fingerprint: text,
  last_digits: text,
  has_iban: boolean,
  bic: nullable(text),
  routing: nullable(text),
  company: nullable(json<Company>()),
  creditor_id: nullable(text),
  address: nullable(json<PostalAddress>()),
  profile: nullable(oneOf(profileNames)),
  status: oneOf(ownAccountStatuses),
  ...tracked,
}
export type OwnAccountRow = Row<typeof columns>

const accounts = resource("own_accounts", columns, {
  noun: "own account",
  publishes: "ownAccounts",
  counted: true,
  render: renderOwnAccount,
})
export const { read: readOwnAccount, resolve: resolveOwnAccount, readForUpdate: readOwnAccountForUpdate, list: listOwnAccounts } = accounts

const findByFingerprint = accounts.findBy("fingerprint")

type Content = Pick<OwnAccountRow, "country" | "currency">
type Details = Pick<OwnAccountRow, "name" | "holder" | "bic" | "company" | "creditor_id" | "address" | "profile" | "metadata">

/** The account of this number, archived ones too. Also tries older SECRET_KEYs, because they may have hashed the row. */
export async function findOwnAccountByNumber(ctx: Context, content: Content, number: AccountNumber): Promise<OwnAccountRow | undefined> {
  for (const hash of fingerprintsOf(ctx.tenant.id, content, number)) {
    const row = await findByFingerprint(ctx, hash)
    if (row) return row
  }
  return undefined
}

export function insertOwnAccount(ctx: Context, { number, ...content }: Content & Details & { number: AccountNumber }): OwnAccount {
  const id = newId(ctx.now)
  return accounts.insert(ctx, {
    ...content,
    id,
    status: "active",
    ...protectedNumber(ctx.tenant.id, id, content, number),
    last_digits: lastDigitsOf(number),
    has_iban: "iban" in number,
    routing: "iban" in number ? null : (number.routing ?? null),
  }).object
}

/** The creditor ids of the accounts that collect direct debits in a currency: one, unless a business has several. */
export async function findCreditorIds({ tenant }: Context, currency: string): Promise<string[]> {
  const rows = await query<{ creditor_id: string }>(
    [tenant.id],
    sql`
    select distinct creditor_id from own_accounts
    where tenant_id = ${tenant.id} and currency = ${currency} and status = 'active' and creditor_id is not null order by creditor_id`,
  )
  return rows.map(({ creditor_id }) => creditor_id)
}

type Change = Partial<Details & Pick<OwnAccountRow, "status">>
export const saveOwnAccount = (ctx: Context, before: OwnAccountRow, change: Change): OwnAccount => accounts.save(ctx, before, change).object

/** For work on an account that must take turns, such as numbering its files. Makes concurrent changes of the account run again. */
export async function lockOwnAccount(ctx: Context, reference: string): Promise<OwnAccountRow> {
  const row = await readOwnAccountForUpdate(ctx, (await resolveOwnAccount(ctx, reference)).id)
  accounts.touch(ctx, row)
  return row
}

/** The whole number, only for payment files and for the account of a statement. Never return or log it. */
export function unsealOwnNumber({ tenant_id, id, sealed }: OwnAccountRow): AccountNumber {
  return JSON.parse(unseal(sealed, sealPlace(tenant_id, id))) as AccountNumber
}

/** Seals and hashes the numbers of an older SECRET_KEY with the current one, and returns how many. Keep the older key until then. */
export const resealOwnAccounts = (): Promise<number> => resealColumn("own_accounts", "sealed", resealOwnAccount)

const resealOwnAccount = (tenant: string, id: string): Promise<number> =>
  asSystem(tenant, "seal own accounts", async ctx => {
    const row = await readOwnAccountForUpdate(ctx, id)
    if (!isOutdated(row.sealed)) return 0
    accounts.touch(ctx, row, protectedNumber(tenant, id, row, unsealOwnNumber(row)))
    return 1
  })

function protectedNumber(tenant: string, id: string, content: Content, number: AccountNumber) {
  return { sealed: seal(JSON.stringify(number), sealPlace(tenant, id)), fingerprint: fingerprintsOf(tenant, content, number)[0]! }
}

const fingerprintsOf = (tenant: string, { country, currency }: Content, number: AccountNumber) =>
  keyedHashes(identityOf({ tenant, country, currency, number }))

const sealPlace = (tenant: string, id: string) => `${tenant} own account ${id}`

export function renderOwnAccount(row: OwnAccountRow): OwnAccount {
  return {
    _id: row.id,
    name: row.name,
    holder: row.holder,
    country: row.country,
    currency: row.currency,
    masked: maskedOf(row.last_digits),
    bic: row.bic,
    routing: row.routing,
    company: row.company,
    creditorId: row.creditor_id,
    address: row.address,
    profile: row.profile,
    status: row.status,
    version: row.version,
    createdAt: isoTime(row.created_at),
    updatedAt: isoTime(row.updated_at),
    metadata: row.metadata,
  }
}
