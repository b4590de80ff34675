import { isOnlyCell } from "../kit/db/cells.ts"
import { DatabaseFault } from "../kit/db/fault.ts"
import { abortMove, moveTenant } from "../kit/db/move-tenant.ts"
import { withDatabase } from "./database.ts"

export type MoveOptions = { to?: string; abort?: true }

/** Moves a tenant to another cell while it is used, or gives the move up. What is done is printed on stderr. */
export const moveTenantTo = (tenant: string, { to, abort }: MoveOptions) =>
  withDatabase(async () => {
    if (isOnlyCell()) throw new DatabaseFault("There is only one cell. To add another: name it in CELL_URLS and run countersign cell add")
    if (abort && to === undefined) return abortMove(tenant)
    if (to === undefined || abort) throw new DatabaseFault("Name the cell with --to, or give the move up with --abort.")
    return moveTenant(tenant, to, sentence => console.error(sentence))
  })
