import pg from "pg"
import { type DatabaseAddress, type DatabaseServer, parseDatabaseUrl } from "../pure/database-url.ts"
import { DatabaseFault } from "./fault.ts"

/** After this time without an answer, the client asks the next server. */
const maxServerMs = 2_000

type Callback = (error?: Error | null) => void

/** A `pg` client whose address may name several servers. Each time it connects, it finds out which one to use. */
export class DatabaseClient extends pg.Client {
  readonly #address: DatabaseAddress

  constructor(config: pg.ClientConfig = {}) {
    const address = parseDatabaseUrl(config.connectionString ?? "")
    super({ ...config, connectionString: address.url })
    this.#address = address
  }

  override connect(): Promise<pg.Client>
  override connect(callback: Callback): void
  override connect(callback?: Callback): Promise<pg.Client> | void {
    const connected = this.#connect()
    if (!callback) return connected
    connected.then(() => callback(null), callback)
  }

  async #connect(): Promise<pg.Client> {
    if (this.#address.servers.length > 0) {
      Object.assign(this, await pickServer(this.#address))
      // A pool destroys the socket if the attempt takes too long. Connecting would open it again.
      if (this.connection.stream.destroyed) throw new Error("timeout expired")
    }
    return super.connect()
  }
}

/** Connections that are opened at the same time share one look-up. */
const picks = new Map<string, Promise<DatabaseServer>>()
/** The server that was used last is asked first, so that one that is down delays only the first connection. */
const lastUsed = new Map<string, DatabaseServer>()

function pickServer(address: DatabaseAddress): Promise<DatabaseServer> {
  const key = JSON.stringify(address)
  const pick = picks.get(key) ?? pickFirst(address, key).finally(() => picks.delete(key))
  picks.set(key, pick)
  return pick
}

async function pickFirst(address: DatabaseAddress, key: string): Promise<DatabaseServer> {
  const last = lastUsed.get(key)
  const faults: string[] = []
  for (const server of last ? [last, ...address.servers.filter(each => each !== last)] : address.servers) {
    const fault = await faultOf(address, server)
    if (fault === undefined) {
      lastUsed.set(key, server)
      return server
    }
    faults.push(`${server.host}:${server.port} ${fault}`)
  }
  throw new DatabaseFault(`none of its servers is ${wanted[address.attribute]} (${faults.join("; ")})`)
}

const wanted = { "read-write": "one that accepts writes", primary: "a primary", any: "reachable" }
const questions = {
  "read-write": "select current_setting('transaction_read_only') = 'off' as fits",
  primary: "select not pg_is_in_recovery() as fits",
  any: "select true as fits",
}

/** Why this server is not the one to use. */
async function faultOf({ url, attribute }: DatabaseAddress, server: DatabaseServer): Promise<string | undefined> {
  const limits = { connectionTimeoutMillis: maxServerMs, query_timeout: maxServerMs }
  const client = Object.assign(new pg.Client({ connectionString: url, ...limits }), server)
  client.on("error", () => {}) // a broken connection also rejects the pending query
  try {
    await client.connect()
    const { rows } = await client.query<{ fits: boolean }>(questions[attribute])
    return rows[0]!.fits ? undefined : attribute === "primary" ? "is a standby" : "is read-only"
  } catch (error) {
    return String((error as Error).message)
  } finally {
    void client.end() // nobody waits for a server that does not answer
  }
}
