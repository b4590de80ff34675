import assert from "node:assert/strict"
import { spawn, spawnSync } from "node:child_process"
import { once } from "node:events"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { after, test } from "node:test"
import { setTimeout as sleep } from "node:timers/promises"
import { Client } from "pg"
import { EmbeddedFault } from "../../src/embedded/fault.ts"
import { type Embedded, startEmbedded } from "../../src/embedded/postgres.ts"
import { isAlive, processesIn } from "../../src/embedded/processes.ts"

const root = mkdtempSync(join(tmpdir(), "countersign-embedded-"))
after(() => rmSync(root, { recursive: true, force: true }))
const newDirectory = () => mkdtempSync(join(root, "data-"))
const start = (dataDir: string): Promise<Embedded> => startEmbedded({ dataDir, report() {} })

test("a first start creates a database with checksums, for a role without superuser rights, reachable by Unix socket only", async () => {
  const embedded = await start(newDirectory())
  const [row] = await query(
    embedded.url,
    `select current_user::text as role, rolsuper, rolbypassrls,
            current_setting('data_checksums') as checksums, current_setting('fsync') as fsync,
            current_setting('listen_addresses') as addresses, current_setting('server_encoding') as encoding
     from pg_roles where rolname = current_user`,
  )
  const expected = {
    role: "countersign",
    rolsuper: false,
    rolbypassrls: false,
    checksums: "on",
    fsync: "on",
    addresses: "",
    encoding: "UTF8",
  }
  assert.deepEqual(row, expected)
  await embedded.stop()
})

test("data survives a stop, and only the owner can read the file with the passwords", async () => {
  const dataDir = newDirectory()
  const first = await start(dataDir)
  await query(first.url, "create table stored as select 7 as n")
  await first.stop()
  const second = await start(dataDir)
  assert.equal(second.adopted, false)
  assert.deepEqual(await query(second.url, "select n from stored"), [{ n: 7 }])
  assert.equal(statSync(join(dataDir, "postgres.json")).mode & 0o777, 0o600)
  await second.stop()
  assert.equal(existsSync(join(dataDir, "countersign.lock")), false)
})

test("no acknowledged write is lost when the server and its parent are killed under load", async () => {
  const dataDir = newDirectory()
  const writer = await startWriter(dataDir, 1_000_000)
  await writer.until(300)
  const servers = process.platform === "linux" ? processesIn(join(dataDir, "postgres")) : [writer.server]
  assert.ok(servers.includes(writer.server))
  writer.child.kill("SIGKILL")
  for (const pid of servers) process.kill(pid, "SIGKILL")
  const acknowledged = await writer.end()
  assert.ok(acknowledged >= 300)
  const embedded = await start(dataDir)
  const [row] = await query(embedded.url, "select count(*)::int as n, max(id)::int as last from written where id <= $1", [acknowledged])
  assert.deepEqual(row, { n: acknowledged, last: acknowledged })
  await embedded.stop()
})

test("the database server of a killed parent is adopted with its data, and stops on request", async () => {
  const dataDir = newDirectory()
  const writer = await startWriter(dataDir, 5)
  await writer.until(5)
  writer.child.kill("SIGKILL")
  await writer.end()
  const embedded = await start(dataDir)
  assert.equal(embedded.adopted, true)
  assert.equal(embedded.pid, writer.server)
  assert.deepEqual(await query(embedded.url, "select count(*)::int as n from written"), [{ n: 5 }])
  await embedded.stop()
  assert.equal(isAlive(writer.server), false)
})

test("replaces a database server that is being killed, and does not adopt it", async () => {
  const dataDir = newDirectory()
  const writer = await startWriter(dataDir, 5)
  await writer.until(5)
  process.kill(writer.server, "SIGSTOP") // it looks alive and answers nobody
  writer.child.kill("SIGKILL")
  await writer.end()
  const starting = start(dataDir)
  await sleep(500) // so that it has found the server, and waits for its answer
  for (const pid of [writer.server, ...processesIn(join(dataDir, "postgres"))]) if (isAlive(pid)) process.kill(pid, "SIGKILL")
  const embedded = await starting
  assert.equal(embedded.adopted, false)
  assert.deepEqual(await query(embedded.url, "select count(*)::int as n from written"), [{ n: 5 }])
  await embedded.stop()
})

test("names a leftover server that does not respond, and finds the data after its end", async () => {
  const dataDir = newDirectory()
  const writer = await startWriter(dataDir, 5)
  await writer.until(5)
  process.kill(writer.server, "SIGSTOP")
  writer.child.kill("SIGKILL")
  await writer.end()
  const message = new RegExp(`process ${writer.server}, runs but does not answer\\. End it with: kill -9 ${writer.server}\n`)
  await assertRefuses(dataDir, message, 300)
  process.kill(writer.server, "SIGKILL")
  const embedded = await start(dataDir)
  assert.deepEqual([embedded.adopted, await query(embedded.url, "select count(*)::int as n from written")], [false, [{ n: 5 }]])
  await embedded.stop()
})

test("a second process on the same directory is refused with the pid of the first", async () => {
  const dataDir = newDirectory()
  const writer = await startWriter(dataDir, 0)
  await assertRefuses(dataDir, new RegExp(`process ${writer.child.pid}\\b.*Stop it first`))
  writer.child.kill("SIGKILL")
  await writer.end()
  await (await start(dataDir)).stop()
})

test("a lock and a postmaster.pid whose pids now belong to other programs do not block a start", async () => {
  const dataDir = newDirectory()
  await (await start(dataDir)).stop()
  writeFileSync(join(dataDir, "countersign.lock"), JSON.stringify({ pid: process.pid, start: "long ago" }))
  writeFileSync(join(dataDir, "postgres", ".s.PGSQL.5432.lock"), `${process.ppid}\n`)
  writeFileSync(join(dataDir, "postgres", "postmaster.pid"), `${process.ppid}\n${join(dataDir, "postgres")}\n0\n5432\n.\n\n0 0\nready\n`)
  const embedded = await start(dataDir)
  assert.equal(embedded.adopted, false)
  await embedded.stop()
})

test("a database server that exits unexpectedly is reported with its reason", async () => {
  const lines: string[] = []
  const embedded = await startEmbedded({ dataDir: newDirectory(), report: line => lines.push(line) })
  process.kill(embedded.pid, "SIGKILL")
  const reason = await embedded.unexpectedExit
  assert.match(reason, /was killed.*Nothing that was acknowledged is lost/)
  assert.equal(lines.at(-1), reason)
  await embedded.stop()
})

test("an interrupted first start is repeated", async () => {
  const dataDir = newDirectory()
  const draft = join(dataDir, "postgres.draft-1")
  mkdirSync(join(draft, "base"), { recursive: true })
  writeFileSync(join(draft, "PG_VERSION"), "18\n")
  mkdirSync(join(dataDir, "postgres"))
  const embedded = await start(dataDir)
  assert.deepEqual(await query(embedded.url, "select 1 as n"), [{ n: 1 }])
  assert.equal(existsSync(draft), false)
  await embedded.stop()
})

test("a directory with other files is refused and not changed", async () => {
  const dataDir = newDirectory()
  mkdirSync(join(dataDir, "postgres"))
  writeFileSync(join(dataDir, "postgres", "holiday.jpg"), "x")
  await assertRefuses(dataDir, /not a PostgreSQL database\. Move them away/)
  assert.deepEqual(readdirSync(join(dataDir, "postgres")), ["holiday.jpg"])
})

test("another version and damaged files are refused with advice, and the repaired directory starts", async () => {
  const dataDir = newDirectory()
  await (await start(dataDir)).stop()
  const restore = /damaged: .*restore this directory from a backup/
  const wal = readdirSync(join(dataDir, "postgres", "pg_wal")).find(name => /^[0-9A-F]{24}$/.test(name)) ?? ""
  const damages = [
    { file: "postgres/PG_VERSION", content: "16\n", message: /created by PostgreSQL 16, this is PostgreSQL 18\. Dump it/ },
    { file: "postgres/PG_VERSION", content: undefined, message: restore },
    { file: "postgres/global/pg_control", content: Buffer.alloc(8192, 0x5a), message: restore },
    { file: "postgres/global/pg_control", content: undefined, message: restore },
    { file: `postgres/pg_wal/${wal}`, content: undefined, message: restore },
    { file: `postgres/pg_wal/${wal}`, content: Buffer.alloc(16 * 1024 * 1024), message: restore },
    { file: "postgres.json", content: undefined, message: /passwords, is missing\. Restore it/ },
    { file: "postgres.json", content: "{", message: /passwords, is not readable\. Restore it/ },
  ]
  for (const { file, content, message } of damages) {
    const path = join(dataDir, file)
    renameSync(path, `${path}.original`)
    if (content !== undefined) writeFileSync(path, content)
    if (process.getuid?.() === 0 && content !== undefined) chmodSync(path, 0o666)
    await assertRefuses(dataDir, message)
    renameSync(`${path}.original`, path)
  }
  await (await start(dataDir)).stop()
})

test("a directory that others may read is refused with the command that closes it", async () => {
  const dataDir = newDirectory()
  await (await start(dataDir)).stop()
  const cluster = join(dataDir, "postgres")
  chmodSync(cluster, 0o755)
  await assertRefuses(dataDir, /others may read or change .*chmod 700 '.*postgres'$/)
  chmodSync(cluster, 0o700)
  await (await start(dataDir)).stop()
})

test("a full disk is reported, at the first start and at a later one", async t => {
  const disk = newDirectory()
  mkdirSync(disk, { recursive: true })
  const mount = spawnSync("mount", ["-t", "tmpfs", "-o", "size=120m", "none", disk])
  if (mount.status !== 0) return t.skip("only root can mount a small disk")
  t.after(() => spawnSync("umount", [disk]))
  const dataDir = join(disk, "data")
  writeFileSync(join(disk, "filler"), Buffer.alloc(100 * 1024 * 1024))
  await assertRefuses(dataDir, /disk that holds .* is full.*free some space/)
  rmSync(join(disk, "filler"))
  await (await start(dataDir)).stop()
  fillDisk(join(disk, "filler"))
  await assertRefuses(dataDir, /disk that holds .* is full.*free some space/)
  rmSync(join(disk, "filler"))
  await (await start(dataDir)).stop()
})

async function assertRefuses(dataDir: string, message: RegExp, maxAnswerMs?: number) {
  await assert.rejects(startEmbedded({ dataDir, report() {}, ...(maxAnswerMs && { maxAnswerMs }) }), (error: unknown) => {
    assert.ok(error instanceof EmbeddedFault, String(error))
    assert.match(error.message, message)
    return true
  })
}

async function query(url: string, text: string, values: unknown[] = []): Promise<object[]> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<object>(text, values)
  await client.end()
  return rows
}

function fillDisk(path: string) {
  for (let bytes = 1024 * 1024; bytes >= 1; bytes = Math.floor(bytes / 16)) {
    try {
      for (;;) writeFileSync(path, Buffer.alloc(bytes), { flag: "a" })
    } catch {
      // a smaller write may still fit
    }
  }
}

async function startWriter(dataDir: string, rows: number) {
  const child = spawn(process.execPath, [join(import.meta.dirname, "write-until-killed.ts"), dataDir, String(rows)], {
    stdio: ["ignore", "pipe", "inherit"],
  })
  const exit = once(child, "exit")
  const lines = createInterface({ input: child.stdout })
  const [first] = await once(lines, "line")
  let acknowledged = 0
  lines.on("line", line => (acknowledged = Number(line)))
  const closed = once(lines, "close")
  return {
    child,
    server: Number(String(first).replace("server ", "")),
    async until(count: number) {
      while (acknowledged < count) await sleep(10)
    },
    /** Waits for the exit and returns the last row that was acknowledged. */
    async end() {
      await Promise.all([exit, closed])
      return acknowledged
    },
  }
}
