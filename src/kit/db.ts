import pg from "pg"

// Minor units and counts stay within 2^53: the schemas refuse more on the way in, the columns' checks a second time.
pg.types.setTypeParser(pg.types.builtins.INT8, Number)
// Our connections speak UTC: such a time is one of the language's own but for two letters, and every row has several.
const anyTime = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, text =>
  text.endsWith("+00") && text[10] === " " ? new Date(`${text.slice(0, 10)}T${text.slice(11, -3)}Z`) : anyTime(text),
)

export type Statement = { name: string; text: string }
export type Query = Statement & { values: unknown[] }
export type Client = pg.PoolClient

/** One process speaks to one database. Opened once by main, the command line or a test. */
export let pool: pg.Pool
/** Apart: those who queue for a locked row must not take the connections that its holder needs to go on. */
export let lockPool: pg.Pool

export function openDatabase(connectionString: string) {
  const settings = {
    connectionString,
    idleTimeoutMillis: 0, // prepared statements are worth keeping
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    query_timeout: 8_000, // above what the server allows a statement and a lock: only a database that went silent takes longer
    pipeline: true, // a client is always owned by one caller; pipelining lets that caller send several statements at once
    // Requests look rows up by key: a plan made while a table was still empty must not be a scan when it is full.
    options: [
      "enable_seqscan=off",
      "enable_hashjoin=off",
      "enable_mergejoin=off",
      "enable_material=off",
      "plan_cache_mode=force_generic_plan",
      "statement_timeout=5s",
      "lock_timeout=2s",
      "idle_in_transaction_session_timeout=10s",
      "jit=off",
      "timezone=UTC",
    ]
      .map(setting => `-c ${setting}`)
      .join(" "),
  } as pg.PoolConfig
  pool = new pg.Pool({ ...settings, max: 10 })
  lockPool = new pg.Pool({ ...settings, max: 6 })
  // A connection died: whoever used it hears so from its query, and the pool drops it. Without these it would end the process.
  for (const each of [pool, lockPool]) each.on("error", () => {}).on("connect", client => void client.on("error", () => {}))
}

export async function closeDatabase() {
  await Promise.all([pool.end(), lockPool.end()])
}

let count = 0
export const statement = (text: string): Statement => ({ name: `s${++count}`, text })

/** sql`select … ${value}`: every value is bound, never spliced, and each place in the source is prepared once. */
export function sql(parts: TemplateStringsArray, ...values: unknown[]): Query {
  let known = places.get(parts)
  if (!known) places.set(parts, (known = statement(parts.reduce((text, part, i) => `${text}$${i}${part}`))))
  return { ...known, values }
}
const places = new WeakMap<TemplateStringsArray, Statement>()

/** Whose rows the next statements may touch: row-level security shows no others. `everyone` is for the few that must look across. */
export type Scope = Iterable<string> | typeof everyone
export const everyone = "*"

/** Sets the scope for the connection (or, inside a transaction, until its end). Sent in the same packet ahead of every statement. */
export const within = (scope: Scope): Query =>
  scope === everyone
    ? sql`select set_config('app.tenants', '*', false)`
    : sql`select set_config('app.tenants', ${[...scope].join()}, false)`

/** One statement with its scope, on any free connection. */
export const ask = <Row extends object>(scope: Scope, query: Query) => asked<Row>([within(scope), query], 1)

/** The same for a change that may be lost with the machine, such as a lease that would run out anyway: it does not wait for the disk. */
export const askLightly = <Row extends object>(scope: Scope, query: Query) =>
  asked<Row>([within(scope), "begin", "set local synchronous_commit = off", query, "commit"], 3)

async function asked<Row extends object>(queries: (string | Query)[], at: number): Promise<Row[]> {
  const client = await pool.connect()
  try {
    const answers = await together(client, queries)
    client.release()
    return answers[at]!.rows as Row[]
  } catch (error) {
    client.release(!refused(error))
    throw error
  }
}

/** Asks many questions of one moment: whatever is committed meanwhile, the answers fit each other. */
export async function atOneMoment<T>(
  scope: Scope,
  work: (ask: <Row extends object>(query: Query) => Promise<Row[]>) => Promise<T>,
): Promise<T> {
  const client = await lockPool.connect()
  try {
    await together(client, [within(scope), "begin isolation level repeatable read read only"])
    const result = await work(async query => (await client.query(query)).rows as never)
    await client.query("commit")
    client.release()
    return result
  } catch (error) {
    client.release(true)
    throw error
  }
}

/** Sends all at once, in one packet, and waits for all; the first refusal is the cause, the rest only follow from it. */
export async function together(client: Client, queries: (string | Query)[]): Promise<pg.QueryResult[]> {
  const { stream } = (client as unknown as Connected).connection
  stream.cork()
  const answers = queries.map(query => client.query(query as Query))
  stream.uncork()
  const settled = await Promise.allSettled(answers)
  const refusal = settled.find(answer => answer.status === "rejected")
  if (refusal) throw refusal.reason
  return Promise.all(answers)
}
/** The socket is not in pg's types; corking it is what makes one packet of many statements. */
type Connected = { connection: { stream: { cork(): void; uncork(): void } } }

/** The database looked at it and said no: nothing was committed. A lost connection says no such thing. */
export const refused = (error: unknown): error is pg.DatabaseError =>
  error instanceof pg.DatabaseError && !/^(57P|08)/.test(error.code ?? "08")
