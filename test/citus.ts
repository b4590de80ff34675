import { randomBytes } from "node:crypto"
import { after } from "node:test"
import pg from "pg"
import { migrate } from "../src/kit/db/migrate.ts"

/** The address of the superuser of a server with Citus, such as postgres://postgres@localhost:5432/postgres, if there is one. */
export const citusUrl = process.env["CITUS_URL"]

/** As the superuser, in that database. */
export async function askCitus(text: string, database = "postgres"): Promise<object[]> {
  const client = new pg.Client({ connectionString: Object.assign(new URL(citusUrl!), { pathname: database }).href })
  await client.connect()
  try {
    return (await client.query<object>(text)).rows
  } finally {
    await client.end()
  }
}

const role = "countersign_test"

/** Creates a database with the extension, for the test file that calls it, and returns the address of the role that owns it. */
export async function createCitusDatabase({ empty = false } = {}): Promise<string> {
  const name = `${role}_${randomBytes(6).toString("hex")}`
  await askCitus(`
    do $$ begin
      perform pg_advisory_xact_lock(hashtext('${role}'));
      if not exists (select from pg_roles where rolname = '${role}') then
        create role ${role} login replication password '${role}';
      end if;
    end $$`)
  await askCitus(`create database ${name} owner ${role}`)
  after(() => askCitus(`drop database ${name} with (force)`))
  await askCitus("create extension citus", name)
  const { href } = Object.assign(new URL(citusUrl!), { username: role, password: role, pathname: name })
  if (!empty) await migrate(href)
  return href
}
