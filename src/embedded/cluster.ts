import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import {
  chmodSync,
  chownSync,
  closeSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { corrupt, EmbeddedFault, faultFromOutput } from "./fault.ts"
import { giveTo, type Owner } from "./owner.ts"

export type Passwords = { postgres: string; countersign: string }

/** Where everything of one embedded database lies. */
export type Place = { dataDir: string; cluster: string; owner: Owner; binaries: string }

/** The packaged server; a cluster of another major version needs an upgrade that only its owner should decide on. */
const majorVersion = "18"
const draftPrefix = "postgres.draft-"

/**
 * A server of another user may be unable to reach the directory by its name, because a directory above is private. It is
 * born inside it, though, and this link leads there without passing through any other.
 */
export const directoryFor = ({ owner, cluster }: Pick<Place, "owner" | "cluster">) =>
  owner && process.platform === "linux" ? "/proc/self/cwd" : cluster

export function needsCluster(cluster: string): boolean {
  let entries: string[]
  try {
    entries = readdirSync(cluster)
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return true
    throw error
  }
  if (entries.length === 0) return true
  if (!entries.includes("PG_VERSION")) {
    const looksLikeOne = entries.includes("global") || entries.includes("pg_wal")
    if (looksLikeOne) throw corrupt(cluster, "its file PG_VERSION is missing")
    throw new EmbeddedFault(
      `${cluster} holds files that are not a PostgreSQL database. Move them away, or set DATA_DIR to another directory.`,
    )
  }
  const version = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim()
  if (version === majorVersion) return false
  throw new EmbeddedFault(
    `${cluster} was made by PostgreSQL ${version}, this is PostgreSQL ${majorVersion}. ` +
      "Dump it with its own version and load it here, or set DATA_DIR to another directory.",
  )
}

/** Made aside and moved in when complete, so that a cluster in its place is a whole one, whenever the power fails. */
export async function makeCluster(place: Place, passwords: Passwords, sync: boolean) {
  for (const name of readdirSync(place.dataDir)) {
    if (name.startsWith(draftPrefix)) rmSync(join(place.dataDir, name), { recursive: true, force: true })
  }
  const draft = join(place.dataDir, `${draftPrefix}${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  giveTo(place.owner, draft)
  try {
    await initdb({ ...place, cluster: draft }, passwords.postgres, sync)
    renameSync(draft, place.cluster)
    syncDirectory(place.dataDir)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

async function initdb(place: Place, password: string, sync: boolean) {
  const secret = passwordFile(place, password)
  const child = spawn(
    join(place.binaries, "initdb"),
    [
      `--pgdata=${directoryFor(place)}`,
      "--username=postgres",
      "--pwfile=/dev/stdin",
      "--auth=scram-sha-256",
      "--data-checksums",
      "--encoding=UTF8",
      "--locale=C",
      "--locale-provider=builtin",
      "--builtin-locale=C.UTF-8",
      "--no-instructions",
      ...(sync ? [] : ["--no-sync"]),
    ],
    { ...place.owner, cwd: place.cluster, env: serverEnvironment, stdio: [secret, "pipe", "pipe"] },
  )
  closeSync(secret)
  let output = ""
  const collect = (chunk: Buffer) => (output += chunk.toString())
  child.stdout?.on("data", collect)
  child.stderr?.on("data", collect)
  const code = await new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve))
  if (code !== 0) throw faultFromOutput(output, place.dataDir)
}

/** The variables of our caller (PGDATA, PGOPTIONS, a language for messages) must not change what the server does. */
export const serverEnvironment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" }

/** An open file without a name: initdb can read it, and it is gone with the last process that has it. */
function passwordFile({ dataDir, owner }: Place, password: string): number {
  const path = join(dataDir, `postgres.password-${process.pid}`)
  writeFileSync(path, `${password}\n`, { mode: 0o600 })
  if (owner) chownSync(path, owner.uid, owner.gid)
  const file = openSync(path, "r")
  rmSync(path)
  return file
}

/** The passwords outlive the cluster's first attempt: they are written first, and read from then on. */
export function keepPasswords(dataDir: string, fresh: boolean): Passwords {
  const path = join(dataDir, "postgres.json")
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Passwords
  } catch (error) {
    if (!fresh) {
      const reason = error instanceof SyntaxError ? "is not readable" : "is missing"
      throw new EmbeddedFault(`${path}, which holds the database's passwords, ${reason}. Restore it from a backup.`)
    }
  }
  const passwords = { postgres: randomBytes(24).toString("hex"), countersign: randomBytes(24).toString("hex") }
  const draft = `${path}.draft`
  writeFileSync(draft, `${JSON.stringify(passwords, undefined, 2)}\n`, { mode: 0o600, flush: true })
  chmodSync(draft, 0o600)
  renameSync(draft, path)
  return passwords
}

function syncDirectory(path: string) {
  const directory = openSync(path, "r")
  fsyncSync(directory)
  closeSync(directory)
}
