import pg from "pg"
import type { Member, World } from "./world.ts"

/** A connection of a member, as the server sees it. */
type Session = {
  member: Member
  isBlocked: boolean
  lookAgain(): Promise<void>
  abandon(): Promise<void>
  once(event: "close", listener: () => void): unknown
}

/** PostgreSQL as the simulation sees it: its clock is the world's, and its locks are asked for from outside. */
export type Server = Awaited<ReturnType<typeof openAt>>

/** Statements find these functions before those of PostgreSQL. `now()` is the same within a transaction. */
const virtualFunctions = `
  create schema virtual;
  grant usage on schema virtual to public;
  create sequence virtual.clock minvalue 0;
  create function virtual.clock_timestamp() returns timestamptz language sql volatile
    as $$ select timestamptz 'epoch' + last_value * interval '1 microsecond' from virtual.clock $$;
  create function virtual.now() returns timestamptz language plpgsql stable as $$
  declare began text := current_setting('virtual.began', true);
  begin
    if coalesce(began, '') = '' then
      began := set_config('virtual.began', (select last_value from virtual.clock)::text, true);
    end if;
    return timestamptz 'epoch' + began::bigint * interval '1 microsecond';
  end $$;
  create function virtual.transaction_timestamp() returns timestamptz language sql stable as 'select virtual.now()';
  create sequence virtual.chance minvalue 0 start 0;
  create function virtual.random() returns double precision language sql volatile
    as $$ select ((nextval('virtual.chance') * 7919 + 4987) % 104729) / 104729.0::double precision $$`

/** `url` is a database with all migrations that nobody uses. */
export async function openServer(world: World, url: string) {
  const server = await openAt(url)
  world.afterStep = server.settle
  servers.set(world, server)
  return server
}

const servers = new WeakMap<World, Server>()
export const serverOf = (world: World): Server => servers.get(world)!

async function openAt(url: string) {
  const client = new pg.Client({ connectionString: url, options: "-c app.tenants=*" })
  await client.connect()
  const { rows } = await client.query<{ name: string }>("select current_database() as name")
  await client.query(virtualFunctions)
  await client.query(`alter database ${pg.escapeIdentifier(rows[0]!.name)} set search_path = public, virtual, pg_catalog`)
  await client.query("set search_path = public, virtual, pg_catalog")
  const sockets = new Set<Session>()
  const closed: number[] = []
  let count = 0
  let clockMs = 0
  async function end(processId: number) {
    await client.query("select pg_terminate_backend($1)", [processId])
    while ((await client.query("select from pg_stat_activity where pid = $1", [processId])).rowCount !== 0) continue
  }
  return {
    client,
    add(socket: Session): number {
      sockets.add(socket)
      socket.once("close", () => sockets.delete(socket))
      return ++count
    },
    async setClock(ms: number) {
      if (ms === clockMs) return
      clockMs = ms
      await client.query({ name: "set clock", text: "select setval('virtual.clock', $1)", values: [Math.round(ms * 1_000)] })
    },
    async isBlocked(processId: number): Promise<boolean> {
      const { rows: found } = await client.query<{ blocked: boolean }>("select cardinality(pg_blocking_pids($1)) > 0 as blocked", [
        processId,
      ])
      return found[0]!.blocked
    },
    cancel: (processId: number) => client.query("select pg_cancel_backend($1)", [processId]),
    /** After a step: sessions that were closed have ended and released their locks, and who waited for one may have it now. */
    async settle() {
      for (const processId of closed.splice(0)) await end(processId)
      for (const socket of sockets) if (socket.isBlocked) await socket.lookAgain()
    },
    async abandon(member: Member) {
      for (const socket of sockets) if (socket.member === member) await socket.abandon()
    },
    noteClosed: (processId: number) => void (processId > 0 && closed.push(processId)),
    close: () => client.end(),
  }
}
