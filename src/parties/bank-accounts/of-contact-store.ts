import type { Context } from "../../kit/db/context.ts"
import { query, sql } from "../../kit/db/query.ts"
import type { BankAccountRow } from "./store.ts"

/** The active accounts of a contact. */
export const listAccountsOfContact = ({ tenant }: Context, contact: string): Promise<BankAccountRow[]> =>
  query(
    [tenant.id],
    sql`
    select * from bank_accounts
    where tenant_id = ${tenant.id} and contact_id = ${contact} and status = 'active' order by id limit 20`,
  )
