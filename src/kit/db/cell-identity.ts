import type pg from "pg"
import { homeName } from "../pure/cell-urls.ts"
import { DatabaseFault } from "./fault.ts"

/** Which cell a database is, and of which installation. A database that was never part of several cells has none. */
export type Identity = { installation: string; name: string }

export async function readIdentity(client: Pick<pg.ClientBase, "query">): Promise<Identity | undefined> {
  const { rows } = await client.query<Identity>("select installation, name from cell_identity")
  return rows[0]
}

/** The address of a cell leads to another database. Waiting does not help: the settings are wrong. */
export class WrongCellFault extends DatabaseFault {}

/** Refuses the connection to a database that is another cell, as when two addresses of CELL_URLS were exchanged. */
export async function assertIdentity(client: pg.ClientBase, name: string): Promise<void> {
  const identity = await readIdentity(client)
  if (!identity && name === homeName) return // no other cell was added yet
  if (identity?.name !== name)
    throw new WrongCellFault(
      `The address of the cell ${name} leads to ${identity ? `the cell ${identity.name}` : "a database that is no cell"}. Nothing was ` +
        `changed there. Correct CELL_URLS, or add a new cell with: countersign cell add ${name}`,
    )
}
