import { spawn } from "node:child_process"
import { randomBytes } from "node:crypto"
import { chownSync, closeSync, mkdirSync, openSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { corrupt, EmbeddedFault, faultFromOutput } from "./fault.ts"
import { changeOwner, type Owner } from "./owner.ts"
import { syncDirectory, writeWhole } from "./write-whole.ts"

export type Passwords = { postgres: string; countersign: string }

/** The paths and the owner of one embedded database. */
export type ClusterLocation = { dataDir: string; cluster: string; owner: Owner; binaries: string }

/** The version of the packaged server. A cluster of another major version is not upgraded automatically; its owner decides. */
const majorVersion = "18"
const temporaryPrefix = "postgres.draft-"

/**
 * A server that runs as another user may be unable to open the directory by its path, because a parent directory is private.
 * Its working directory is the cluster, so /proc/self/cwd reaches it without passing through the parents.
 */
export const dataDirectoryArgument = ({ owner, cluster }: Pick<ClusterLocation, "owner" | "cluster">) =>
  owner && process.platform === "linux" ? "/proc/self/cwd" : cluster

export function isClusterMissing(cluster: string): boolean {
  let entries: string[]
  try {
    entries = readdirSync(cluster)
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return true
    throw error
  }
  if (entries.length === 0) return true
  if (!entries.includes("PG_VERSION")) {
    const isCluster = entries.includes("global") || entries.includes("pg_wal")
    if (isCluster) throw corrupt(cluster, "its file PG_VERSION is missing")
    throw new EmbeddedFault(
      `${cluster} contains files that are not a PostgreSQL database. Move them away, or set DATA_DIR to another directory.`,
    )
  }
  const version = readFileSync(join(cluster, "PG_VERSION"), "utf8").trim()
  if (version === majorVersion) return false
  throw new EmbeddedFault(
    `${cluster} was created by PostgreSQL ${version}, this is PostgreSQL ${majorVersion}. ` +
      "Dump it with its own version and load it here, or set DATA_DIR to another directory.",
  )
}

/** Creates the cluster under a temporary name and renames it when complete, so that a power failure never leaves a partial cluster. */
export async function createCluster(location: ClusterLocation, passwords: Passwords, sync: boolean) {
  for (const name of readdirSync(location.dataDir)) {
    if (name.startsWith(temporaryPrefix)) rmSync(join(location.dataDir, name), { recursive: true, force: true })
  }
  const draft = join(location.dataDir, `${temporaryPrefix}${process.pid}`)
  mkdirSync(draft, { mode: 0o700 })
  changeOwner(location.owner, draft)
  try {
    await initdb({ ...location, cluster: draft }, passwords.postgres, sync)
    renameSync(draft, location.cluster)
    syncDirectory(location.dataDir)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw error
  }
}

async function initdb(location: ClusterLocation, password: string, sync: boolean) {
  const secret = passwordFile(location, password)
  const child = spawn(
    join(location.binaries, "initdb"),
    [
      `--pgdata=${dataDirectoryArgument(location)}`,
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
    { ...location.owner, cwd: location.cluster, env: serverEnvironment, stdio: [secret, "pipe", "pipe"] },
  )
  closeSync(secret)
  let output = ""
  const collect = (chunk: Buffer) => (output += chunk.toString())
  child.stdout?.on("data", collect)
  child.stderr?.on("data", collect)
  const code = await new Promise<number | null>((resolve, reject) => child.once("error", reject).once("close", resolve))
  if (code !== 0) throw faultFromOutput(output, location.dataDir)
}

/** Environment variables of the parent process (PGDATA, PGOPTIONS, LANG) must not change how the server behaves. */
export const serverEnvironment = { PATH: process.env["PATH"] ?? "/usr/bin:/bin", LC_ALL: "C", TZ: "UTC" }

/** Returns a file descriptor of a deleted file: initdb can read it, and the password disappears when the last process closes it. */
function passwordFile({ dataDir, owner }: ClusterLocation, password: string): number {
  const path = join(dataDir, `postgres.password-${process.pid}`)
  writeFileSync(path, `${password}\n`, { mode: 0o600 })
  if (owner) chownSync(path, owner.uid, owner.gid)
  const file = openSync(path, "r")
  rmSync(path)
  return file
}

/** The passwords are written before the cluster, so that a first start that was interrupted can be repeated with the same ones. */
export function readOrCreatePasswords(dataDir: string, fresh: boolean): Passwords {
  const path = join(dataDir, "postgres.json")
  try {
    return JSON.parse(readFileSync(path, "utf8")) as Passwords
  } catch (error) {
    if (!fresh) {
      const reason = error instanceof SyntaxError ? "is not readable" : "is missing"
      throw new EmbeddedFault(`${path}, which contains the database's passwords, ${reason}. Restore it from a backup.`)
    }
  }
  const passwords = { postgres: randomBytes(24).toString("hex"), countersign: randomBytes(24).toString("hex") }
  writeWhole(path, `${JSON.stringify(passwords, undefined, 2)}\n`)
  return passwords
}
