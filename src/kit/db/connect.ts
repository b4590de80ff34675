import pg from "pg"
import { config, type Config } from "../service/config.ts"
import { DatabaseClient } from "./client.ts"
import { DatabaseFault } from "./fault.ts"

/** A host that does not answer is reported after this time, not after the minutes that the operating system takes. */
const connectTimeoutMs = 10_000

/** Opens a connection outside the pools, for a migration or a backup, or says what to check. */
export async function connect(connectionString: string, limits: Pick<pg.ClientConfig, "query_timeout"> = {}): Promise<pg.Client> {
  try {
    // Throws for a malformed address, such as one whose password has a # that is not written as %23.
    const client = new DatabaseClient({ connectionString, connectionTimeoutMillis: connectTimeoutMs, ...limits })
    client.on("error", () => {}) // a broken connection also rejects the pending query
    await client.connect()
    return client
  } catch (error) {
    throw new DatabaseFault(`Can't connect to the ${describeDatabase(connectionString)}: ${reasonOf(error)}. ${adviceFor(error)}`)
  }
}

/** Turns a full disk during a migration or a restore into a readable fault. Returns any other error unchanged. */
export function faultFromDatabase(error: unknown): unknown {
  if (error instanceof pg.DatabaseError && error.code === "53100")
    return new DatabaseFault(`The disk of the database is full: ${error.message}. Free some space, then try again.`)
  return error
}

/** Tests connect before there are settings. */
const isEmbedded = () => (config as Config | undefined)?.embedded

function describeDatabase(url: string): string {
  const cell = (config as Config | undefined)?.CELL_URLS.find(each => each.url === url)
  if (cell) return `database of the cell ${cell.name} in CELL_URLS`
  return isEmbedded() ? `embedded database in ${config.DATA_DIR}` : "database in DATABASE_URL"
}

/** If PostgreSQL itself refuses, because all connections are open or it is starting or stopping, the address is right. */
function adviceFor(error: unknown): string {
  const code = error instanceof pg.DatabaseError ? error.code : undefined
  if (code === "53300") return "Raise max_connections of PostgreSQL, or lower DATABASE_CONNECTIONS of the services."
  if (code === "57P03") return "Try again in a moment."
  if (isEmbedded()) return "Nothing was changed: Countersign is just starting or stopping there. Try again in a moment."
  return "Check host, port, user, password and database name."
}

/** A name with several addresses fails with one error for each address, inside an error without a message. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(reasonOf).join(", ") : String((error as Error).message)
